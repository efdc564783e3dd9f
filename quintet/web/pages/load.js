/** Looking at a game from a file. */

import { button, h } from "../lib/dom.js";

/** A button that asks for a file and shows the game in it; from there it can be played on. @param {any} app */
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

async function load(app, input) {
  const [file] = input.files;
  const { visit } = app;
  input.value = "";
  if (!file) return;
  try {
    const { bring, recordIn } = await import("./record.js");
    const record = await recordIn(file);
    if (!record || visit !== app.visit) return;
    bring(record);
    app.go("/view");
  } catch (error) {
    if (visit === app.visit) app.toast(error.message);
  }
}
