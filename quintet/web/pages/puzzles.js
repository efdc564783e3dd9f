/** Every game's puzzles: how one stands in each, what comes back, and the puzzle of the day. */

import { nextPuzzle, puzzleList } from "../lib/learning.js";
import { button, fill, h, link as anchor } from "../lib/dom.js";

export class PuzzlesPage {
  constructor(app) {
    this.app = app;
    this.day = h("p", { class: "puzzle-day" });
    this.list = h("ul", { class: "lessons" }, h("li", { class: "loading" }, "One moment…"));
    this.element = h(
      "main",
      { class: "learn puzzles", id: "main" },
      h("h1", {}, "Puzzles"),
      h("p", {}, "Positions from real games. Every answer is proven: there is no second one that is as good."),
      this.day,
      this.list,
      h("p", { class: "soft" }, "The first answer counts for your rating. What you get wrong comes back after a day, and later again."),
    );
  }

  async start() {
    this.app.setTitle("Puzzles");
    try {
      const { games, day } = await puzzleList();
      if (day) fill(this.day, anchor(`/puzzles/${day.id}`, `The puzzle of the day: ${day.title}`, { class: "button" }));
      fill(this.list, games.map((game) => this.entry(game)));
      if (!games.length) fill(this.list, h("li", { class: "notice" }, "No puzzles are installed here."));
    } catch (error) {
      fill(this.list, h("li", { class: "notice" }, error.message));
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
        button(game.due ? `Again: ${game.due} to mend` : "Solve", () => this.open(game.name), { class: "primary" }),
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
