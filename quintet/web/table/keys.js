/** What keys do at a table, besides those of the board itself, and the list of all. */

import { button, h } from "../lib/dom.js";

const KEYS = [
  ["Tab", "to the board, and on from it"],
  ["arrows", "walk over the board"],
  ["Enter, space", "pick the space: place a piece there, or choose what stands there"],
  ["c", "confirm the move you have put together"],
  ["Backspace, Escape", "take back the last half-made step"],
  ["← →", "one move back, one on, when the focus is not on the board"],
  ["Home, End", "to the start, to where the game is"],
  ["?", "these keys"],
];

/** Show every key. */
export function showKeys() {
  if (document.querySelector("dialog.keys")) return;
  const rows = KEYS.map(([keys, does]) => [h("dt", {}, h("kbd", {}, keys)), h("dd", {}, does)]);
  const dialog = h(
    "dialog",
    { class: "sure keys", "aria-label": "Keys", onclose: () => dialog.remove() },
    h("h2", {}, "Keys"),
    h("dl", {}, rows),
    h("div", { class: "answer" }, button("Close", () => dialog.close(), { class: "primary", autofocus: true })),
  );
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {import("./play.js").Play | undefined} play @param {any} event */
export function keyPressed(play, event) {
  const typing = event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea");
  if (!play?.table || typing || event.target.closest("dialog[open]")) return;
  const onBoard = event.target.closest?.(".cells");
  const { composer } = play;
  const begun = play.active && composer?.started;
  play.settle();
  if (event.key === "ArrowLeft" && !onBoard) play.go(play.shown - 1);
  else if (event.key === "ArrowRight" && !onBoard) play.go(play.shown + 1);
  else if (event.key === "Home" && !onBoard) play.go(0);
  else if (event.key === "?") showKeys();
  else if (event.key === "End" && !onBoard) play.go(play.table.plies.length);
  else if ((event.key === "Backspace" || event.key === "Escape") && begun) {
    play.isSealed = false;
    composer.undo();
    play.draw();
  } else if (event.key === "Escape" && play.ahead) play.plan("");
  else if (event.key === "c" && begun && composer.text) play.submit(composer.text);
  else return;
  event.preventDefault();
}
