/** What somebody thinks of a move: a sign, a comment, both plain text, and marks on the board. */

import { button, h } from "../lib/dom.js";
import { signTools } from "./signs.js";

/** @type {[string, string][]} */
const SIGNS = [
  ["!", "Good move"],
  ["!!", "Brilliant move"],
  ["!?", "Interesting move"],
  ["?!", "Dubious move"],
  ["?", "Mistake"],
  ["??", "Blunder"],
  ["=", "Even"],
];
const LONGEST = 2000;

/** @param {any} page with a `tree`, the `node` that is shown, and `noted()`, called after a change */
export function notesPanel(page) {
  const note = (changes) => {
    page.tree.annotate(page.node, changes);
    page.noted();
  };
  const signs = SIGNS.map(([sign, name]) =>
    button(sign, () => note({ sign: page.node.sign === sign ? "" : sign }), { class: "sign", "aria-label": name, title: name, "data-sign": sign }),
  );
  const field = h("textarea", {
    name: "comment",
    rows: 2,
    maxlength: LONGEST,
    placeholder: "a comment on this position",
    "aria-label": "Comment on this position",
    oninput: () => note({ comment: field.value }),
  });
  const group = h("div", { class: "signs", role: "group", "aria-label": "What you think of the move" }, signs);
  const tools = signTools(page, note);
  return {
    element: h("section", { class: "panel notes", "aria-label": "Comment" }, h("div", { class: "note-tools" }, group, tools.element), field),
    update() {
      const { node } = page;
      group.hidden = !node.parent;
      for (const one of signs) one.setAttribute("aria-pressed", String(one.dataset.sign === node.sign));
      if (field.value !== node.comment) field.value = node.comment;
      tools.update();
    },
  };
}
