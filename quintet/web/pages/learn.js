/** Every lesson, and which of them are done. */

import { lessonList } from "../lib/learning.js";
import { fill, h, link as anchor } from "../lib/dom.js";
import { progress } from "../lib/progress.js";

export class LearnPage {
  constructor(app) {
    this.app = app;
    this.list = h("ul", { class: "lessons" }, h("li", { class: "loading" }, "One moment…"));
    this.element = h(
      "main",
      { class: "learn", id: "main" },
      h("h1", {}, "Learn a game"),
      h("p", {}, "A few minutes each: small boards, one idea at a time, and you make the moves."),
      this.list,
      h("p", { class: "soft" }, "What you have finished is remembered in this browser."),
    );
  }

  async start() {
    this.app.setTitle("Learn");
    try {
      fill(this.list, (await lessonList()).map(entry));
    } catch (error) {
      fill(this.list, h("li", { class: "notice" }, error.message));
    }
  }
}

function entry({ name, title, about, minutes, steps }) {
  const { step, done } = progress(name);
  const state = done ? "✓ finished" : step ? `step ${step + 1} of ${steps}` : `${minutes} minutes`;
  return h(
    "li",
    { class: ["lesson-entry", done && "done"], "data-lesson": name },
    anchor(`/learn/${name}`, [h("b", {}, title), h("span", { class: "lesson-state" }, state)], { class: "lesson-link" }),
    h("p", {}, about),
  );
}
