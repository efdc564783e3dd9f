/** Going on with a game from a file. */

import { button, h } from "../lib/dom.js";

/** A button that asks for a file and opens a table with the game in it. @param {any} app */
export function loadButton(app) {
  const input = h("input", {
    type: "file",
    accept: ".json,.jsonl,.txt,.transcript,.ggf,.sgf,.psq,.obf,application/json",
    hidden: true,
    "aria-label": "A record",
    onchange: () => load(app, input),
  });
  return h(
    "span",
    { class: "load" },
    input,
    button("Load a record", () => input.click(), { class: "quiet" }),
  );
}

function load(app, input) {
  const [file] = input.files;
  input.value = "";
  if (file) app.openRoom(async () => (await import("./record.js")).roomOf(file));
}
