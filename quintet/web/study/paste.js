/** A game or a position as text, pasted instead of loaded: whatever a file may hold. */

import { h } from "../lib/dom.js";

/** @param {any} app */
export function pasteForm(app) {
  const field = h("textarea", {
    name: "pasted",
    rows: 3,
    maxlength: 4_000_000,
    spellcheck: "false",
    autocapitalize: "none",
    "aria-label": "A game or a position as text",
    placeholder: "moves, a position, SGF, GGF, a record",
  });
  const told = h("p", { class: "feedback wrong", role: "status", hidden: true });

  async function read() {
    const { visit } = app;
    const text = field.value.trim();
    if (!text) return;
    try {
      const { gameIn, openGame } = await import("../pages/record.js");
      const game = await gameIn(new Blob([text]));
      if (game && visit === app.visit) await openGame(app, game, true);
    } catch (error) {
      told.hidden = false;
      told.textContent = error.message;
    }
  }

  return h(
    "details",
    { class: "paste" },
    h("summary", {}, "Paste a game or a position"),
    h(
      "form",
      {
        onsubmit: (event) => {
          event.preventDefault();
          read();
        },
      },
      field,
      told,
      h("button", { class: "quiet read" }, "Put it on the board"),
    ),
  );
}
