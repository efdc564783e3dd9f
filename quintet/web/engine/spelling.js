/** How the engine's moves are written: its numbers to texts and back, from data that the server sends with a position. */

/**
 * `names` by number; a move is a number in the base `base`, its lowest `digits` digits are names and what stands above
 * them its form, a row of parts: a text, and which digit's name follows it (-1: none). With base 0 it is a set, one bit for
 * each name of `sets`. Forms and sets go by whose turn it is, the mover's first.
 * @typedef {{names: string[], base: number, digits: number, forms: [string, number?][][][], sets: [string, number][][]}} Spelling
 */

/** The text of a move, so many plies after the position. @param {Spelling} spelling @param {bigint} code @param {number} [ply] */
export function write(spelling, code, ply = 0) {
  const { names, base, digits, sets } = spelling;
  const forms = spelling.forms[ply % spelling.forms.length];
  if (base === 0) {
    const chosen = sets[ply % sets.length].filter(([, bit]) => (code >> BigInt(bit)) & 1n);
    return [forms[0][0][0], ...chosen.map(([name]) => name)].join(" ");
  }
  const place = (digit) => BigInt(base) ** BigInt(digit);
  return forms[Number(code / place(digits))]
    .map(([text, digit = -1]) => text + (digit < 0 ? "" : names[Number((code / place(digit)) % BigInt(base))]))
    .join("");
}

/** The number of a move of the mover; null if it is none. @param {Spelling} spelling @param {string} text @returns {bigint | null} */
export function read({ names, base, digits, forms, sets }, text) {
  const number = (name) => (name ? names.indexOf(name) : -1);
  if (base === 0) {
    const bits = new Map(sets[0]);
    const chosen = text.split(" ").slice(1).map((name) => bits.get(name) ?? -1);
    return chosen.includes(-1) ? null : chosen.reduce((set, bit) => set | (1n << BigInt(bit)), 0n);
  }
  for (const [kind, form] of forms[0].entries()) {
    const parts = form.map(([piece, digit = -1]) => piece.replace(/[^\w\s]/g, "\\$&") + (digit < 0 ? "" : "(\\S+)"));
    const found = new RegExp(`^${parts.join("")}$`).exec(text)?.slice(1).map(number);
    if (!found || found.includes(-1)) continue;
    const given = form.map(([, digit = -1]) => digit).filter((digit) => digit >= 0);
    let [code, last] = [BigInt(kind), 0];
    for (let digit = digits - 1; digit >= 0; digit--) {
      last = given.includes(digit) ? found[given.indexOf(digit)] : last;
      code = code * BigInt(base) + BigInt(last);
    }
    return code;
  }
  return null;
}
