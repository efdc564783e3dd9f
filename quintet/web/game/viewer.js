/** A game that was played, to be stepped through: its board, its moves, its players. It asks nobody for anything. */

import { LiveBoard } from "../board/live.js";
import { ownersOf } from "../board/owners.js";
import { pieceIcon } from "../board/pieces.js";
import { button, fill, h, refresh } from "../lib/dom.js";
import { settings } from "../lib/settings.js";
import { movesPanel } from "../table/moves.js";
import { counters } from "../table/seats.js";
import { boardAfter } from "../table/state.js";
import { turnable, turned } from "./flip.js";

/** How far a finger goes, in pixels, before it means a step. */
const SWIPE = 40;

export class Viewer extends EventTarget {
  /** @param {{game: any, show: any}} data @param {any} layout @param {{labels?: boolean}} [options] */
  constructor(data, layout, { labels = settings().coordinates } = {}) {
    super();
    this.data = data;
    this.layout = layout;
    this.labels = labels;
    this.isTurned = false;
    /** How many plies are shown. */
    this.shown = this.last;
    /** What stands beside moves of the list, by ply. @type {Map<number, {sign: string, title: string, class?: string}>} */
    this.notes = new Map();
    this.place = h("div", { class: "board-place" });
    this.slider = h("input", {
      class: "slider",
      type: "range",
      min: 0,
      max: this.last,
      step: 1,
      "aria-label": "Moves shown",
      oninput: () => this.go(Number(this.slider.value)),
    });
    this.seats = h("section", { class: "seats", "aria-label": "Players", "data-count": data.game.players.length });
    this.moves = movesPanel(this, { last: "Last position", live: false });
    this.tools = h("div", { class: "board-tools" }, this.slider);
    if (turnable(layout))
      this.tools.append(button("Flip", () => this.flip(), { class: "quiet flip", title: "See the board from the other side (f)" }));
    this.swipe();
    this.draw();
  }

  /** How many plies there are. */
  get last() {
    return this.data.show.plies.length;
  }

  /** For the list of moves: where it is stepped from, and that the end is not "back to the game". */
  get play() {
    return this;
  }

  get step() {
    return this.shown === this.last ? null : this.shown;
  }

  /** The table as lists and counters want it, after as many plies as are shown. */
  get table() {
    const { show } = this.data;
    const then = this.counted(this.shown);
    return {
      plies: show.plies,
      info: { colours: then?.colours ?? [] },
      said: { plies: show.told, counts: then?.counts ?? { seats: [], standing: [] } },
    };
  }

  /** What was counted after so many plies; nothing in a very long game. */
  counted(plies) {
    const { counted } = this.data.show;
    for (let at = Math.min(plies, counted.length - 1); at >= 0; at -= 1) if (counted[at]) return counted[at];
    return null;
  }

  /** The game up to so many plies, as a record; a room, an engine or a file can go on from there. */
  record(plies = this.shown) {
    const { show } = this.data;
    return {
      game: show.game,
      options: show.options,
      moves: show.plies.slice(0, plies).flatMap((ply) => ply.moves),
      ...(show.begins === null ? {} : { start: show.begins }),
    };
  }

  // --- stepping

  /** Show the position after so many plies: one on with its motion, any other at once. */
  go(plies) {
    const target = Math.max(0, Math.min(plies, this.last));
    const before = this.shown;
    if (target === before) return;
    this.shown = target;
    const { start, plies: all } = this.data.show;
    if (target === before + 1) {
      this.board.show(boardAfter(start, all, before));
      this.mark();
      this.board.play(all[before].changes);
    } else this.redraw();
    this.refresh();
    this.dispatchEvent(new CustomEvent("step", { detail: target }));
  }

  /** Mark the last move that is shown, and at the end what the result rests on. */
  mark() {
    const { ending } = this.data.show;
    this.board.tally(ending && this.shown === this.last ? ending.groups : [], ending?.winners);
    const told = this.data.show.told[this.shown - 1];
    this.board.mark(told?.marks ?? [], ownersOf(told, this.counted(this.shown)?.colours ?? []));
  }

  /** See the board from the other side. */
  flip() {
    if (!turnable(this.layout)) return;
    this.isTurned = !this.isTurned;
    this.draw();
  }

  /** Put signs beside moves of the list. @param {Map<number, {sign: string, title: string, class?: string}>} notes */
  annotate(notes) {
    this.notes = notes;
    this.refresh();
  }

  /** @param {any} event */
  keyPressed(event) {
    const busy = event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, dialog[open], .cells");
    if (busy) return;
    const ways = {
      ArrowLeft: () => this.go(this.shown - 1),
      ArrowRight: () => this.go(this.shown + 1),
      Home: () => this.go(0),
      End: () => this.go(this.last),
      f: () => this.flip(),
    };
    if (!Object.hasOwn(ways, event.key)) return;
    ways[event.key]();
    event.preventDefault();
  }

  swipe() {
    let from = null;
    this.place.addEventListener("touchstart", ({ touches }) => {
      from = touches.length === 1 ? [touches[0].clientX, touches[0].clientY] : null;
    }, { passive: true });
    this.place.addEventListener("touchend", ({ changedTouches: [touch] }) => {
      if (!from || !touch) return;
      const [dx, dy] = [touch.clientX - from[0], touch.clientY - from[1]];
      if (Math.abs(dx) > SWIPE && Math.abs(dx) > 2 * Math.abs(dy)) this.go(this.shown + (dx < 0 ? 1 : -1));
    }, { passive: true });
  }

  // --- drawing

  draw() {
    const { title } = this.data.game;
    this.board = new LiveBoard(this.isTurned ? turned(this.layout) : this.layout, {
      labels: this.labels,
      title: `${title} board`,
      speed: () => settings().speed,
    });
    fill(this.place, this.board.element);
    this.redraw();
    this.refresh();
    this.dispatchEvent(new CustomEvent("board"));
  }

  redraw() {
    const { start, plies } = this.data.show;
    this.board.show(boardAfter(start, plies, this.shown));
    this.mark();
  }

  refresh() {
    this.slider.value = String(this.shown);
    this.moves.update(this.table);
    this.drawSeats();
  }

  drawSeats() {
    const { table } = this;
    const over = this.shown === this.last;
    refresh(this.seats, [table.info, table.said.counts, over], () =>
      this.data.game.players.map((player, seat) => this.seat(player, seat, table, over)),
    );
  }

  seat({ name, side, kind, result }, seat, table, over) {
    const codes = table.info.colours[seat];
    const sides = this.counted(this.shown)?.sides ?? [];
    return h(
      "article",
      { class: ["seat", kind, over && result === "won" && "won"], "data-seat": seat },
      h(
        "span",
        { class: "colours", role: "img", "aria-label": sides[seat] ?? side },
        codes ? [...codes].map((code) => pieceIcon(this.layout, code)) : h("span", { class: "unknown-colour" }, "?"),
      ),
      h(
        "div",
        { class: "who" },
        h("div", { class: "name" }, h("b", {}, name || `Seat ${seat + 1}`)),
        h("div", { class: "counters" }, table.said.counts.seats[seat] && counters(this, table, seat)),
      ),
    );
  }
}
