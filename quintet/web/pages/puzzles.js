/** Every game's puzzles: how one stands in each, what comes back, and the puzzle of the day. */

import { Board } from "../board/board.js";
import { describe } from "../lib/api.js";
import { nextPuzzle, puzzleList, puzzleOf } from "../lib/puzzles.js";
import { button, fill, h, link as anchor } from "../lib/dom.js";

export class PuzzlesPage {
  constructor(app) {
    this.app = app;
    this.day = h("div", { class: "puzzle-day" });
    this.list = h("ul", { class: "lessons" }, h("li", { class: "loading" }, "One moment…"));
    this.element = h(
      "main",
      { class: "learn puzzles", id: "main" },
      h("h1", {}, "Puzzles"),
      h("p", {}, "Positions from real games. Every answer is proven."),
      this.day,
      this.list,
      h("p", { class: "soft" }, "The first answer counts for your rating. What you get wrong comes back after a day, and later again."),
    );
  }

  async start() {
    this.app.setTitle("Puzzles");
    try {
      const { games, day } = await puzzleList();
      if (day) this.showDay(day);
      fill(this.list, games.map((game) => this.entry(game)));
      if (!games.length) fill(this.list, h("li", { class: "notice" }, "No puzzles are installed here."));
    } catch (error) {
      fill(this.list, h("li", { class: "notice" }, error.message));
    }
  }

  /** The puzzle of the day with its board; without it, where that cannot be had. */
  async showDay({ id, title }) {
    const words = h("span", { class: "button" }, `The puzzle of the day: ${title}`);
    const way = anchor(`/puzzles/${id}`, words);
    fill(this.day, way);
    try {
      const puzzle = await puzzleOf(id);
      const { layout } = await describe(puzzle.game, puzzle.options);
      const board = new Board(layout, { labels: false, title: `${title}: the board` });
      board.show(puzzle.board);
      const tiny = h("span", { class: "day-board", "aria-hidden": "true" }, board.element);
      fill(way, tiny, h("span", { class: "day-words" }, words, h("span", {}, `You are ${puzzle.side}. ${puzzle.ask}`), h("small", {}, puzzle.hard)));
    } catch {
      return; // the way to it is there
    }
  }

  entry(game) {
    const stands = game.tried
      ? `rated ${game.rating} · ${game.solved} of ${game.tried} right · ${game.streak} in a row (best ${game.longest})`
      : `${game.count} to solve`;
    return h(
      "li",
      { class: "lesson-entry", "data-puzzles": game.name },
      h(
        "div",
        { class: "puzzle-row" },
        h("b", {}, game.title),
        h("span", { class: "lesson-state" }, stands),
        button(game.due ? `Again: ${game.due} to mend` : "Solve", () => this.open(game.name), {
          class: "primary",
          "aria-label": game.due ? `Again: ${game.due} to mend of ${game.title}` : `Solve ${game.title}`,
        }),
      ),
      game.recent.length > 0 &&
        h(
          "p",
          { class: "puzzle-past" },
          game.recent.map(({ id, right }) =>
            anchor(`/puzzles/${id}`, right ? "✓" : "✗", {
              class: right ? "right" : "wrong",
              "aria-label": `${right ? "Solved" : "Missed"}: puzzle ${id}`,
            }),
          ),
        ),
    );
  }

  async open(name) {
    try {
      const { id } = await nextPuzzle(name);
      this.app.go(`/puzzles/${id}`);
    } catch (error) {
      this.app.toast(error.message);
    }
  }
}
