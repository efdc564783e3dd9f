/** The first page: every game with a little board that plays by itself, and the ways to start. */

import { Board } from "../board/board.js";
import { describe, engine, games, mine, sample } from "../lib/api.js";
import { button, fill, h, link as anchor } from "../lib/dom.js";
import { optionsOf, settings } from "../lib/settings.js";
import { PROGRESS } from "../game/panels.js";
import { boardAfter } from "../table/state.js";
import { loadButton } from "./load.js";
import { roomList } from "./rooms.js";

const PLY_MS = 1500;
/** How often it is asked whether somebody has moved. */
const LOOK_MS = 15_000;
const NUMBERS = { 5: "Five", 6: "Six", 7: "Seven", 8: "Eight", 9: "Nine" };

export class HomePage {
  constructor(app) {
    this.app = app;
    this.cards = h("div", { class: "cards" }, h("p", { class: "loading" }, "Setting the tables…"));
    this.rooms = roomList(app, { most: 3, finished: false });
    this.little = [];
    this.title = h("h1", {}, "One table");
    this.waiting = h("div", { class: "waiting-place" });
    this.element = h(
      "main",
      { class: "home", id: "main" },
      h(
        "section",
        { class: "hello" },
        this.title,
        h("p", {}, "Play the machine, a friend beside you, or a friend far away. Nothing to install, no account."),
      ),
      this.waiting,
      h(
        "section",
        { class: "open-rooms" },
        h("div", { class: "section-head" }, h("h2", {}, "Rooms to join or watch"), anchor("/rooms", "All rooms")),
        this.rooms.element,
      ),
      this.cards,
      h("p", { class: "have-record" }, loadButton(app)),
    );
  }

  async start() {
    this.rooms.start();
    this.timer = setInterval(() => this.step(), PLY_MS);
    this.looking = setInterval(() => this.look(), LOOK_MS);
    this.look();
    try {
      const list = await games();
      this.title.textContent = `${NUMBERS[list.length] ?? list.length} games, one table`;
      fill(
        this.cards,
        list.map((game) => this.card(game)),
      );
    } catch (error) {
      fill(this.cards, h("p", { class: "notice" }, error.message));
    }
  }

  stop() {
    clearInterval(this.timer);
    clearInterval(this.looking);
    this.stopped = true;
    this.rooms.stop();
  }

  /** What waits for this player; shown anew when it has changed, and never under a pointer. */
  async look() {
    if (document.hidden) return;
    const found = await mine().catch(() => null);
    if (!found || this.stopped || JSON.stringify(found) === this.found) return;
    if (this.found && this.waiting.matches(":hover, :focus-within")) return;
    this.found = JSON.stringify(found);
    const { waitingList } = found.rooms.length || found.reviews.length || PROGRESS.some((part) => part.when()) ? await import("./waiting.js") : { waitingList: null };
    const list = await waitingList?.(this.app, found);
    if (!this.stopped) fill(this.waiting, list);
  }

  card(game) {
    const place = h("a", {
      class: "little",
      href: `/play/${game.name}`,
      "data-route": "",
      tabindex: "-1",
      "aria-hidden": "true",
    });
    this.setUp(game, place);
    const start = (whoElse) =>
      this.app.openRoom(async () => {
        const others = await whoElse();
        const options = optionsOf(game);
        const { seats } = await describe(game.name, options);
        return {
          name: game.title,
          game: game.name,
          options,
          host_name: settings().name || "Guest",
          offline: true,
          listed: false,
          seats: ["me", ...Array(seats - 1).fill(others)],
        };
      });
    return h(
      "article",
      { class: "card", "data-game": game.name },
      place,
      h(
        "div",
        { class: "card-body" },
        h("h2", {}, game.title),
        h(
          "p",
          { class: "card-line" },
          game.summary,
          game.lesson > 0 && [" ", anchor(`/learn/${game.name}`, `Learn it in ${game.lesson} minutes`, { class: "learn-link" })],
        ),
        h(
          "div",
          { class: "card-tools" },
          button("Play the machine", () => start(() => engine(settings().level)), { class: "primary play-machine" }),
          button("Two players here", () => start(() => "me"), { class: "play-here" }),
          anchor(`/play/${game.name}?room`, "Create a room", { class: "button create-room" }),
          h(
            "span",
            { class: "card-links" },
            anchor(`/play/${game.name}`, "Options"),
            anchor(`/rules/${game.name}`, "Rules"),
          ),
        ),
      ),
    );
  }

  /** A little board that plays a short game over and over. */
  async setUp(game, place) {
    const shown = await sample(game.name).catch(() => null);
    if (!shown) return;
    const board = new Board(shown.layout, {
      labels: false,
      title: `${game.title} board`,
      speed: () => Math.min(settings().speed, 1),
    });
    place.append(board.element);
    const first = fullest(shown);
    board.show(boardAfter(shown.start, shown.plies, first));
    board.mark(shown.plies[first - 1]?.marks ?? []);
    this.little.push({ board, ...shown, at: first });
  }

  /** One of the boards makes a move; all take turns, so that never everything moves at once. */
  step() {
    this.turn = ((this.turn ?? -1) + 1) % Math.max(1, this.little.length);
    const game = this.little[this.turn];
    if (!game || document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    if (game.at >= game.plies.length) {
      game.at = 0;
      game.board.show(game.start);
      game.board.mark([]);
      return;
    }
    const ply = game.plies[game.at++];
    game.board.mark(ply.marks);
    game.board.play(ply.changes);
  }
}

/** Where to begin: in the middle of the game, when most stands on the board. */
function fullest({ start, plies }) {
  const from = Math.floor(plies.length * 0.4);
  const counts = plies
    .slice(from, Math.ceil(plies.length * 0.75))
    .map((_, index) => [Object.keys(boardAfter(start, plies, from + index)).length, from + index]);
  return counts.sort((a, b) => b[0] - a[0])[0]?.[1] ?? 0;
}
