/** What a review comes to: turning points, and an account for each player. */

import { button, h } from "../lib/dom.js";

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
