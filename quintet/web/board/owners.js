/** Where several moved at once: a sign beside each piece of the last round that says whose it was. */

import { s } from "../lib/dom.js";
import { drawPieces } from "./pieces.js";

/** By space, the codes of the seats that put something there. @typedef {Record<string, string>} Owners */

/** Whose the pieces of a round are, by the colours of the seats. @param {{whose?: Record<string, number[]>} | undefined} told @param {(string | null)[]} colours @returns {Owners} */
export function ownersOf(told, colours) {
  const found = Object.entries(told?.whose ?? {}).map(([space, seats]) => [space, seats.map((seat) => code(colours, seat)).join("")]);
  return Object.fromEntries(found);
}

const code = (colours, seat) => (colours[seat] ?? "").slice(0, 1);

/** Small pieces at the corners of spaces, in the colours of those who put something there. @param {import("./live.js").LiveBoard} board @param {Owners} owners */
export function drawOwners({ geometry, looks }, owners) {
  return Object.entries(owners).map(([space, codes]) => {
    const { x, y } = geometry.spaces.get(space);
    const signs = [...codes].map((owner, place) =>
      s(
        "g",
        { class: "owner", transform: `translate(${33 - 33 * place} -34)` },
        s("circle", { r: 16 }),
        s("g", { transform: "scale(0.3)" }, drawPieces(owner, looks)),
      ),
    );
    return s("g", { transform: `translate(${x} ${y})`, "data-owners": codes, "data-owned": space }, signs);
  });
}

/** Those of the owners whose pieces these changes put down. @param {import("./board.js").Change[]} changes @param {Owners} owners @returns {Owners} */
export function revealed(changes, owners) {
  /** @type {Owners} */
  const found = {};
  for (const { kind, space, seat } of changes)
    if (kind === "place" && seat !== undefined) found[space] = (owners[space] ?? "").slice(0, (found[space]?.length ?? 0) + 1);
  return found;
}
