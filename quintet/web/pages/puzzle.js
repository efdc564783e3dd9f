/** A puzzle being solved: a board, a question, as many tries as one likes; the first one counts. */

import { describe } from "../lib/api.js";
import { nextPuzzle, puzzleOf, tryPuzzle } from "../lib/puzzles.js";
import { button, fill, h, link as anchor } from "../lib/dom.js";
import { solvedOne } from "../game/panels.js";
import { advice } from "../table/ghosts.js";
import { StagePage, tableOf } from "../table/stage.js";

export class PuzzlePage extends StagePage {
  /** @param {any} app @param {string} id */
  constructor(app, id) {
    super(app, "puzzle");
    this.id = id;
    this.tries = 0;
  }

  async start() {
    this.listen();
    try {
      const puzzle = await puzzleOf(this.id);
      this.game = await describe(puzzle.game, puzzle.options);
      if (this.stopped) return;
      this.layout = this.game.layout;
      this.app.setTitle(`Puzzle: ${puzzle.title}`);
      this.build();
      this.set(puzzle);
      this.head.focus({ preventScroll: true });
    } catch (error) {
      this.fail(error);
    }
  }

  fail(error) {
    this.giveNotice("No puzzle here", error, "/puzzles", "All puzzles");
  }

  build() {
    this.setUp(`${this.game.title} board`);
    this.answer = h("p", { class: "answer", hidden: true });
    fill(
      this.element,
      h("div", { class: "table-head" }, this.text),
      h("div", { class: "board-place" }, this.play.board.element),
      h("div", { class: "near" }, this.feedback, this.answer, this.prompt.element, this.tools),
    );
  }

  set(puzzle) {
    this.stage = puzzle;
    this.over = !puzzle.prompts.length;
    this.table = tableOf(puzzle, "", this.over ? 1 : 0);
    this.play.show(this.table);
    this.refresh();
  }

  refresh() {
    const { stage } = this;
    if (!this.head) {
      fill(
        this.text,
        h(
          "p",
          { class: "lesson-progress" },
          anchor("/puzzles", "Puzzles"),
          h("span", {}, ` · ${[stage.title, ...stage.rules].join(", ")} · ${stage.hard} (${stage.rating})`),
        ),
        (this.head = h("h1", { tabindex: "-1" }, `You are ${stage.side}`)),
        h("p", { class: "ask" }, stage.ask),
        stage.counts.map((line) => h("p", { class: "puzzle-count" }, line)),
      );
    }
    this.element.dataset.over = String(this.over);
    this.prompt.update(this.table);
    this.prompt.element.hidden = this.over;
    const next = button("Next puzzle", () => this.next(), { class: "primary next" });
    fill(
      this.tools,
      this.over && next,
      this.over && anchor("/puzzles", "All puzzles", { class: "button quiet" }),
      !this.over && button("Hint", () => this.hint(), { class: "quiet hint-me" }),
      !this.over && button("Show the answer", () => this.giveUp(), { class: "quiet show-me" }),
      !this.over && this.tries > 0 && button("Another one", () => this.next(), { class: "quiet next" }),
    );
    if (this.over) next.focus({ preventScroll: true });
  }

  // --- what the solver does

  /** A try, or giving up: the server remembers either. @param {any} question */
  async ask(question) {
    const told = await tryPuzzle(this.id, question);
    solvedOne();
    return told;
  }

  async try(text) {
    try {
      const told = await this.ask({ move: text });
      if (this.stopped || this.over) return false;
      this.tries += 1;
      this.tell([told.text, told.counted].filter(Boolean).join(" "), told.right ? "right" : "wrong");
      if (!told.right) {
        this.play.compose();
        this.refresh();
        return false;
      }
      this.end(told, text);
      return true;
    } catch (error) {
      if (!this.stopped) this.tell(error.message, "wrong");
      return false;
    }
  }

  hint() {
    this.tell(this.stage.hint, "right");
  }

  async giveUp() {
    try {
      const told = await this.ask({});
      if (this.stopped || this.over) return;
      this.tell(told.counted ?? "", "wrong");
      this.end(told);
    } catch (error) {
      if (!this.stopped) this.tell(error.message, "wrong");
    }
  }

  /** The answer, in words and on the board; where it is not played there because all move at once, as it would lie. */
  end(told, found = told.shown) {
    const [prompt] = this.stage.prompts;
    const lying = advice(prompt, found);
    this.answer.hidden = false;
    this.answer.textContent = told.answer;
    if (!told.puzzle.plies.length) this.play.answer = lying.length ? lying : advice(prompt, told.shown);
    this.set(told.puzzle);
    this.app.announce(told.answer);
  }

  async next() {
    try {
      const { id } = await nextPuzzle(this.stage.game);
      if (!this.stopped) this.app.go(`/puzzles/${id}`);
    } catch (error) {
      if (!this.stopped) this.tell(error.message, "wrong");
    }
  }
}
