/** What a review comes to: signs beside the moves, turning points, an account for each player, and what is worth another try. */

import { button, h } from "../lib/dom.js";

/** From the best to the worst. */
const GRADES = ["only", "best", "good", "inaccuracy", "mistake", "blunder"];

/** The signs in the list of moves; in a round of several moves one for each that has something to say. @param {any} review @param {any[]} plies */
export function signs(review, plies) {
  const notes = new Map();
  for (const move of review.moves) {
    const together = plies[move.round].moves.length > 1; // then each has a sign, so that one sees whose is whose
    if (!move.grade || (move.grade === "good" && !together)) continue;
    const known = notes.get(move.round + 1);
    const title = [known?.title, `${move.word}${move.badge ? `, ${move.badge}` : ""}`].filter(Boolean).join("; ");
    const sign = [known?.sign, move.glyph].filter(Boolean).join(" ");
    const worst = known && GRADES.indexOf(known.class) > GRADES.indexOf(move.grade) ? known.class : move.grade;
    notes.set(move.round + 1, { sign, title, class: worst });
  }
  return notes;
}

/** The moves of a seat that were a mistake of any kind, in the order of play. @param {any} review @param {number} seat */
export function mistakes(review, seat) {
  return review.moves.map((move, number) => ({ ...move, number })).filter((move) => move.seat === seat && move.retry);
}

/** Where it turned. @param {any} review @param {(plies: number) => void} go */
export function jumps(review, go) {
  if (!review.turning.length) return null;
  return h(
    "div",
    { class: "turning" },
    h("h3", {}, "Turning points"),
    h(
      "ul",
      {},
      review.turning.map((number) => {
        const move = review.moves[number];
        return h("li", {}, button(`${move.round + 1}. ${review.names[move.seat]}: ${move.text} ${move.glyph}`, () => go(move.round + 1), { class: "quiet", title: move.word }));
      }),
    ),
  );
}

/** What it comes to for everybody. @param {any} review */
export function accounts({ players }) {
  const rows = players.map((player) => {
    const wrong = player.grades.filter(([grade]) => grade !== "best" && grade !== "good").map(([, called, count]) => `${count} ${called}`);
    return h(
      "article",
      { class: "account" },
      h("h3", {}, player.name, player.accuracy && h("span", { class: "accuracy" }, "accuracy ", h("b", {}, player.accuracy))),
      player.accuracy
        ? h("p", {}, [...wrong, player.lost, player.luck].filter(Boolean).join(", "), ".")
        : h("p", {}, "Nothing to decide."),
      h(
        "dl",
        { class: "thirds" },
        player.phases.map(([name, share]) => h("div", {}, h("dt", {}, name), h("dd", {}, share))),
      ),
    );
  });
  return h("div", { class: "accounts" }, rows);
}

/** What a ply puts down, as pieces that are not there yet; where it puts nothing down, rings on what it is about. */
export function ghosts(ply, told) {
  const placed = (ply?.changes ?? []).filter((change) => change.kind === "place");
  if (placed.length) return placed.map(({ space, piece }) => ({ space, codes: piece, kind: "advice" }));
  return (told?.marks ?? []).map((space) => ({ space, codes: "", kind: "advice" }));
}
