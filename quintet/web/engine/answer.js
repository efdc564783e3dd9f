/** What the engine found, as a value: the same that the server's own analysis gives. */

import { write } from "./spelling.js";

const PROOFS = [null, "equal", "at least", "at most"];

/**
 * One move: `value` in the unit of the game, `expected` the same as a result from 0 to 1, `proven` how the true value
 * compares with it (`equal`, `at least`, `at most`, or null), `line` how play would go on, the move first.
 * @typedef {{move: string, value: number, proven: string | null, expected: number, line: string[], probability: number | null}} Judged
 * @typedef {{seat: number, value: number, proven: string | null, expected: number, moves: Judged[], also: Judged[],
 *   depth: number, nodes: number, seconds: number, policy: Record<string, number> | null,
 *   others: Record<string, Record<string, number>>}} Analysis
 * What is thought of the move that is chosen, as the server's own engine tells it of a move.
 * @typedef {{move: string, value: number, exact: boolean, expected: number, line: string[], drawn_from: number}} Thought
 * @typedef {{steepness: number, linear: "never" | "proven" | "always"}} Scale
 */

/**
 * @param {import("./module.js").Engine} engine
 * @param {{seat: number, seats: number, spelling: import("./spelling.js").Spelling, scale: Scale}} packed
 * @param {{lines: number, also: string[], seconds: number}} asked
 * @returns {Analysis & {thought: Thought | null}}
 */
export function tell({ answer }, { seat, seats, spelling, scale }, { lines, also, seconds }) {
  const mixed = answer.get("mixed") !== 0;
  const plies = answer.all("line").length / answer.all("move").length;
  const judged = [];
  for (let place = 0; place < answer.get("count"); place++) {
    const value = answer.all("value")[place];
    const proven = PROOFS[Number(answer.all("proof")[place])];
    const line = answer.all("line").slice(place * plies, place * plies + Number(answer.all("length")[place]));
    judged.push({
      move: write(spelling, answer.all("move")[place]),
      value,
      proven,
      expected: expected(scale, value, proven, mixed, answer.all("result")[place]),
      line: Array.from(line, (code, ply) => write(spelling, code, ply)),
      probability: mixed ? answer.all("probability")[place] : null,
    });
  }
  const [value, proven] = [answer.get("worth"), PROOFS[answer.get("proven")]];
  const likely = judged.filter((one) => one.probability > 0).map((one) => [one.move, one.probability]);
  return {
    seat,
    value,
    proven,
    expected: expected(scale, value, proven, mixed, answer.get("expected")),
    moves: mixed ? [...judged].sort((a, b) => b.probability - a.probability) : judged.slice(0, lines),
    also: also.flatMap((text) => judged.find((one) => one.move === text) ?? []),
    depth: answer.get("depth"),
    nodes: answer.get("nodes"),
    seconds,
    policy: mixed ? Object.fromEntries(likely) : null,
    others: mixed ? others(answer, seat, seats, spelling) : {},
    thought: thought(judged, answer.get("chosen"), { value, proven, mixed, scale, drawn_from: likely.length }),
  };
}

function thought(judged, place, { value, proven, mixed, scale, drawn_from }) {
  const chosen = judged[place];
  if (!chosen) return null;
  const [worth, exact] = [mixed ? value : chosen.value, proven === "equal" && (mixed || place === 0)];
  return {
    move: chosen.move,
    value: worth,
    exact,
    expected: expected(scale, worth, exact ? "equal" : null, drawn_from > 1, -1),
    line: judged[0].line[0] === chosen.move ? judged[0].line : [chosen.move],
    drawn_from,
  };
}

/** By seat, what the others are expected to play against a mixed strategy. */
function others(answer, seat, seats, spelling) {
  const counts = Array.from(answer.all("other_count"), Number);
  const each = answer.all("other_move").length / counts.length;
  /** @type {Record<string, Record<string, number>>} */
  const told = {};
  counts.forEach((count, other) => {
    if (!count) return;
    const ply = (other - seat + seats) % seats;
    const at = (index) => other * each + index;
    told[other] = Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        write(spelling, answer.all("other_move")[at(index)], ply),
        answer.all("other_probability")[at(index)],
      ]),
    );
  });
  return told;
}

/** A value as the result to expect, from 0 to 1; `known` where the engine knows it better than the value can tell. */
function expected({ steepness, linear }, value, proven, mixed, known) {
  if (known >= 0) return known;
  if (!mixed && proven) {
    if (value > 0 && proven !== "at most") return 1;
    if (value < 0 && proven !== "at least") return 0;
    if (value === 0 && proven === "equal") return 0.5;
  }
  if (linear === "always" || (linear === "proven" && proven === "equal")) return Math.min(Math.max((1 + value) / 2, 0), 1);
  return 1 / (1 + Math.exp(-value * steepness));
}
