/** Looking at a game from a file. */

import { button, h } from "../lib/dom.js";

/** A button that asks for a file and shows the game in it; from there it can be played on. @param {any} app @param {boolean} [onBoard] is it opened on the analysis board in any case? */
export function loadButton(app, onBoard = false) {
  const input = h("input", {
    type: "file",
    accept: ".json,.jsonl,.study,.txt,.transcript,.ggf,.sgf,.psq,.obf,application/json",
    hidden: true,
    "aria-label": "A record",
    onchange: () => load(app, input, onBoard),
  });
  return h(
    "span",
    { class: "load" },
    input,
    button("Load a record", () => input.click(), { class: "quiet" }),
  );
}

async function load(app, input, onBoard) {
  const [file] = input.files;
  const { visit } = app;
  input.value = "";
  if (!file) return;
  try {
    const { gameIn, openGame } = await import("./record.js");
    const game = await gameIn(file);
    if (game && visit === app.visit) await openGame(app, game, onBoard);
  } catch (error) {
    if (visit === app.visit) app.toast(error.message);
  }
}
