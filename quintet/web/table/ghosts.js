/** Pieces that are not played yet: what was advised, what has been chosen, what a click would do, and what is planned. */

import { Composer } from "./composer.js";

/** @typedef {{space: string, codes: string, kind: string}} Ghost */

/** Everything of that kind on the board that is played on. @param {import("./play.js").Play} play @param {Map<string, any>} targets @returns {Ghost[]} */
export function ghosts(play, targets) {
  return [...play.answer, ...advised(play), ...chosen(play), ...hovered(play, targets), ...rings([play.ahead], "ahead")];
}

function chosen({ composer, isSealed }) {
  if (!composer) return [];
  const kind = isSealed ? "sealed" : "chosen";
  return [
    ...composer.pieces.map((piece) => ({ ...piece, kind })),
    ...rings(composer.marked, "taking"),
    ...rings([composer.lifted], "lifted"),
  ];
}

function hovered({ hovered: space }, targets) {
  const choice = space && targets.get(space);
  return choice?.step.piece ? [{ space: choice.place.space, codes: choice.step.piece, kind: "hover" }] : [];
}

function advised({ composer, seat, table: { hint } }) {
  return composer && hint?.seat === seat ? advice(composer.prompt, hint.move) : [];
}

/** A move as it would lie on the board; nothing of what this prompt does not ask for. @returns {Ghost[]} */
export function advice(prompt, move) {
  const advice = new Composer(prompt);
  if (!advice.load(move)) return [];
  const pieces = advice.pieces.map((piece) => ({ ...piece, kind: "advice" }));
  return [...pieces, ...rings([...advice.marked, advice.lifted], "advice")];
}

/** A ring around each of these spaces. */
function rings(spaces, kind) {
  return spaces.filter(Boolean).map((space) => ({ space, codes: "", kind }));
}
