/**
 * The walker over a prompt: what can be chosen next in a move, and what a chosen move is written as.
 * The same as quintet/games/grammar.py, where it is explained; both run the cases of tests/corpus/grammar.json.
 */

/** @typedef {{text: string, space?: string, clicks?: string[], label?: string}} Place */
/** @typedef {{kind: "word" | "put" | "lift" | "land" | "mark", of: string, to?: string, piece?: string, loose?: boolean}} Step */
/** @typedef {{steps?: Step[], whole?: boolean}} State */
/** @typedef {{seat: number, ask: string, places: Record<string, Place[]>, states: Record<string, State>, barred?: string[]}} Prompt */
/** @typedef {{step: Step, place: Place}} Choice */

const START = "start";
/** @type {State} */
const OVER = { whole: true };

/** The state that a step leads to. @param {Prompt} prompt @param {Step} step @returns {State} */
const after = (prompt, step) => (step.to ? prompt.states[step.to] : OVER);

/** Every space that a person may click for a choice. @param {Choice} choice @returns {string[]} */
export const clicksOf = ({ place }) => (place.clicks?.length ? place.clicks : place.space ? [place.space] : []);

/** @param {Choice[]} walk @returns {Set<string | undefined>} */
const spacesPut = (walk) => new Set(walk.filter(({ step }) => step.kind === "put").map(({ place }) => place.space));

/** Where a walk has led. @param {Prompt} prompt @param {Choice[]} walk @returns {State} */
export function stateOf(prompt, walk) {
  const last = walk.findLast(({ step }) => step.kind !== "mark");
  return last ? after(prompt, last.step) : prompt.states[START];
}

/** What can be chosen next, such that the move can be made whole. @param {Prompt} prompt @param {Choice[]} walk @returns {Choice[]} */
export function choices(prompt, walk) {
  const used = spacesPut(walk);
  const open = [];
  for (const step of stateOf(prompt, walk).steps ?? []) {
    for (const place of prompt.places[step.of]) {
      const clash = step.kind === "put" && used.has(place.space);
      const again = step.kind === "mark" && walk.some((choice) => choice.place.text === place.text && choice.step.kind === "mark");
      if (!clash && !again && leadsOn(prompt, step, place, used)) open.push({ step, place });
    }
  }
  return open;
}

/** Can the move be made whole after this choice? @param {Prompt} prompt @param {Step} step @param {Place} place @param {Set<string | undefined>} used @returns {boolean} */
function leadsOn(prompt, step, place, used) {
  const state = after(prompt, step);
  if (state.whole || step.kind === "mark") return true;
  const taken = step.kind === "put" ? new Set([...used, place.space]) : used;
  return (state.steps ?? []).some((next) =>
    prompt.places[next.of].some(
      (there) => !(next.kind === "put" && taken.has(there.space)) && leadsOn(prompt, next, there, taken),
    ),
  );
}

/** The choice of this text at the end of a walk. @param {Prompt} prompt @param {Choice[]} walk @param {string} text @param {boolean} loose @returns {Choice | null} */
function find(prompt, walk, text, loose) {
  const used = spacesPut(walk);
  for (const step of stateOf(prompt, walk).steps ?? []) {
    if (step.loose && !loose) continue;
    const place = prompt.places[step.of].find(
      (candidate) => candidate.text === text && !(step.kind === "put" && used.has(candidate.space)),
    );
    if (place) {
      const again = step.kind === "mark" && walk.some((choice) => choice.place === place);
      return again ? null : { step, place };
    }
  }
  return null;
}

/** The walk that chooses these texts one after the other; null if there is none. @param {Prompt} prompt @param {string[]} texts @param {boolean} [loose] @returns {Choice[] | null} */
export function walkOf(prompt, texts, loose = true) {
  /** @type {Choice[]} */
  const walk = [];
  for (const text of texts) {
    const found = find(prompt, walk, text, loose);
    if (!found) return null;
    walk.push(found);
  }
  return walk;
}

/** The move that a walk has made, in canonical writing; null while it is not whole. @param {Prompt} prompt @param {Choice[]} walk @returns {string | null} */
export function textOf(prompt, walk) {
  if (!stateOf(prompt, walk).whole || !walk.length) return null;
  const ordered = walk.some(({ step }) => step.loose) ? (inOrder(prompt, [], walk) ?? []) : walk;
  const marks = ordered.filter(({ step }) => step.kind === "mark");
  const others = ordered.filter(({ step }) => step.kind !== "mark");
  if (marks.length) {
    const order = prompt.places[marks[0].step.of].map((place) => place.text);
    marks.sort((one, other) => order.indexOf(one.place.text) - order.indexOf(other.place.text));
  }
  return [...others, ...marks].map(({ place }) => place.text).join(" ");
}

/** The same choices as a walk without loose steps. @param {Prompt} prompt @param {Choice[]} walk @param {Choice[]} rest @returns {Choice[] | null} */
function inOrder(prompt, walk, rest) {
  if (!rest.length) return walk;
  for (const choice of rest) {
    const found = find(prompt, walk, choice.place.text, false);
    const others = rest.filter((other) => other !== choice);
    const whole = found && inOrder(prompt, [...walk, found], others);
    if (whole) return whole;
  }
  return null;
}

/** The pieces a move can put down, in the order in which the prompt names them. @param {Prompt} prompt @returns {string[]} */
export function piecesOf(prompt) {
  const steps = Object.values(prompt.states).flatMap((state) => state.steps ?? []);
  return [...new Set(steps.filter((step) => step.kind === "put").map((step) => step.piece ?? ""))];
}
