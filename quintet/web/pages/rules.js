/** The rules of a game, with its examples drawn. */

import { Board } from "../board/board.js";
import { gameNamed, rules } from "../lib/api.js";
import { fill, h, link as anchor } from "../lib/dom.js";
import { markdown } from "../lib/markdown.js";

export class RulesPage {
  constructor(app, name) {
    this.app = app;
    this.name = name;
    this.element = h("main", { class: "rules", id: "main" }, h("p", { class: "loading" }, "One moment…"));
  }

  async start() {
    try {
      await gameNamed(this.name);
      const { markdown: text, examples } = await rules(this.name);
      if (this.app.page !== this) return; // the player has gone on
      let next = 0;
      const blocks = markdown(text, (language, block) =>
        language === "example" ? this.example(examples[next++], block) : null,
      );
      fill(
        this.element,
        h(
          "div",
          { class: "rules-tools" },
          anchor(`/play/${this.name}`, "Play it", { class: "button primary" }),
          anchor("/", "All games", { class: "button" }),
        ),
        blocks,
      );
      this.app.setTitle(`${this.element.querySelector("h1")?.textContent ?? this.name}, rules`);
    } catch (error) {
      const back = anchor("/", "To the games", { class: "button primary" });
      fill(this.element, h("div", { class: "notice" }, h("h1", {}, "No rules here"), h("p", {}, error.message), back));
    }
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }

  /** An example: its board, what was played, and what is refused there. */
  example(example, block) {
    if (!example) return h("pre", {}, block);
    const board = new Board(example.layout, { title: example.words, labels: true });
    board.show(example.board);
    return h(
      "figure",
      { class: "example" },
      board.element,
      h(
        "figcaption",
        {},
        example.moves &&
          h(
            "p",
            {},
            h("b", {}, "Played: "),
            example.moves.length > 160 ? `${example.moves.slice(0, 157)}…` : example.moves,
          ),
        example.refused &&
          h(
            "p",
            {},
            h("b", {}, "Refused: "),
            example.refused,
            example.because && h("span", {}, `, because ${example.because}`),
          ),
      ),
    );
  }
}
