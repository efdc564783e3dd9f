/** The review of a game, beside it: asked for by one button, watched while it is made, read, and its mistakes tried again. */

import { beginReview, betterLine, reviewOf } from "../lib/learning.js";
import { button, fill, h, holding, style } from "../lib/dom.js";
import { boardAfter } from "../table/state.js";
import { graph } from "./graph.js";
import { Retry } from "./retry.js";
import { accounts, ghosts, jumps, mistakes, signs } from "./sums.js";

/** How often one looks how far a review is, in milliseconds. */
const LOOK_EVERY = 700;

/** @param {any} viewer @param {any} page */
export function panel(viewer, page) {
  const made = new ReviewPanel(viewer, page);
  made.start();
  return { element: made.element, stop: () => made.stop() };
}

export class ReviewPanel {
  /** @param {any} viewer @param {any} page */
  constructor(viewer, page) {
    this.viewer = viewer;
    this.page = page;
    this.id = viewer.data.game.id;
    /** As the server tells it. @type {any} */
    this.review = null;
    /** A line that is shown on the board. @type {{number: number, plies: any[], told: any[], at: number} | null} */
    this.line = null;
    /** @type {Retry | null} */
    this.retry = null;
    this.graph = graph({ go: (ply) => this.go(ply) });
    this.comment = h("div", { class: "review-comment", "aria-live": "polite" });
    this.body = h("div", { class: "review-body" });
    this.head = h("h2", { tabindex: "-1" }, "Review");
    this.element = h("section", { class: "panel review", "aria-label": "Review", hidden: !this.id }, this.head, this.body);
    this.onStep = () => this.stepped();
    this.onBoard = () => (this.retry ? this.retry.bind() : this.drawLine());
  }

  async start() {
    if (!this.id) return;
    this.viewer.addEventListener("step", this.onStep);
    this.viewer.addEventListener("board", this.onBoard);
    await style("review");
    await this.look();
  }

  stop() {
    this.stopped = true;
    clearTimeout(this.timer);
    this.retry?.end();
    this.viewer.removeEventListener("step", this.onStep);
    this.viewer.removeEventListener("board", this.onBoard);
  }

  // --- asking for it, and waiting

  async begin() {
    this.waiting("Asking for a review…");
    try {
      await beginReview(this.id);
      await this.look();
    } catch (error) {
      if (!this.stopped) this.offer(error.message);
    }
  }

  async look() {
    let now;
    try {
      now = await reviewOf(this.id);
    } catch (error) {
      if (!this.stopped) this.offer(error.message);
      return;
    }
    if (this.stopped) return;
    if (now.state === "none" || now.state === "failed") return void this.offer(now.text);
    this.review = now.review;
    if (now.state === "running") {
      this.waiting(now.wanted ? `${now.done} of ${now.wanted} steps are done. ${now.text}` : `Getting ready… ${now.text}`, now);
      this.timer = setTimeout(() => this.look(), LOOK_EVERY);
    } else this.read();
  }

  /** Other things in a part of this panel. @param {Element} part @param {...any} children */
  put(part, ...children) {
    holding(part, () => fill(part, ...children), () => part.querySelector("button") ?? this.head);
  }

  offer(why = "") {
    this.put(
      this.body,
      h("p", {}, "What every move was worth, where the game was decided, and what would have been better."),
      why && h("p", { class: "review-why", role: "alert" }, why),
      button("Review this game", () => this.begin(), { class: "primary review-begin" }),
    );
  }

  /** While it is made: how far it is, and what is known of it already. */
  waiting(text, now = null) {
    const old = this.body.querySelector("progress");
    const bar = old ?? h("progress", { "aria-label": "How far the review is" });
    if (now?.wanted) {
      bar.max = now.wanted;
      bar.value = now.done;
    }
    this.status ??= h("p", { class: "review-status" });
    this.status.textContent = text.trim();
    if (!old) this.put(this.body, this.status, bar, h("p", { class: "fine" }, "It goes on if you close this page."));
    if (!this.review) return;
    if (!this.graph.element.isConnected) this.body.append(this.graph.element);
    this.graph.update(this.review, this.viewer.shown);
    this.annotate();
  }

  // --- reading it

  read() {
    if (this.status) this.page.app.announce("The review is ready."); // it was waited for
    this.status = null;
    this.annotate();
    const { review } = this;
    this.put(
      this.body,
      this.graph.element,
      this.comment,
      jumps(this.review, (plies) => this.go(plies)),
      accounts(this.review),
      this.again(),
      h("p", { class: "fine" }, review.note),
    );
    this.stepped();
  }

  annotate() {
    this.viewer.annotate(signs(this.review, this.viewer.data.show.plies));
  }

  go(ply) {
    this.line = null;
    if (this.viewer.shown === ply) {
      this.viewer.redraw();
      this.stepped();
    } else this.viewer.go(ply);
  }

  stepped() {
    if (!this.review || this.retry) return void this.retry?.draw();
    this.line = null;
    this.graph.update(this.review, this.viewer.shown);
    if (this.review.complete) this.tell();
  }

  /** A line is told where one sees the board that it is played on: on a small screen that is far from the review. */
  beside() {
    const { top, bottom } = this.viewer.place.getBoundingClientRect();
    if (top >= 0 && bottom <= innerHeight) return;
    this.viewer.tools.after(this.comment);
    this.viewer.place.scrollIntoView({ block: "nearest" });
  }

  /** And afterwards one is back where one was. */
  away() {
    if (!this.graph.element.isConnected || this.body.contains(this.comment)) return;
    const held = this.comment.contains(document.activeElement);
    this.graph.element.after(this.comment);
    if (held) this.comment.querySelector("button")?.focus({ preventScroll: true });
    this.comment.scrollIntoView({ block: "nearest" });
  }

  /** What there is to say about the position that is shown, and the move that led to it. */
  tell() {
    this.away();
    const { review, viewer } = this;
    const moves = review.moves.map((move, number) => ({ ...move, number })).filter((move) => move.round === viewer.shown - 1);
    this.put(
      this.comment,
      moves.map((move) =>
        h(
          "div",
          { class: ["said", move.grade] },
          h("p", {}, move.glyph && h("b", { class: "sign", "aria-hidden": "true" }, `${move.glyph} `), move.said),
          move.better && button("Show the better move", () => this.showLine(move.number), { class: "quiet better" }),
        ),
      ),
      h("p", { class: "standing" }, review.standings[viewer.shown]),
    );
  }

  // --- the better move, on the board

  async showLine(number) {
    const move = this.review.moves[number];
    try {
      const { plies, told } = await betterLine(this.id, number);
      if (this.stopped || this.retry) return;
      const held = this.comment.contains(document.activeElement);
      this.viewer.go(move.round); // which tells of that move first
      this.line = { number, plies, told, at: 0 };
      this.drawLine();
      this.tellLine();
      this.beside();
      if (held) this.comment.querySelector("button")?.focus({ preventScroll: true });
    } catch (error) {
      this.page.app.toast(error.message);
    }
  }

  /** The better move as a ghost; further on in the line, the board as it would be. */
  drawLine() {
    if (!this.line) return;
    const { number, plies, told, at } = this.line;
    const { round } = this.review.moves[number];
    const { start, plies: played } = this.viewer.data.show;
    this.viewer.board.show(boardAfter(start, [...played.slice(0, round), ...plies], round + at));
    if (at) this.viewer.board.mark(told[at - 1]?.marks ?? []);
    else {
      this.viewer.mark();
      this.viewer.board.ghost(ghosts(plies[0], told[0]));
    }
  }

  tellLine() {
    const { number, told, at } = this.line ?? { number: 0, told: [], at: 0 };
    const step = (to) => {
      if (!this.line) return;
      this.line.at = to;
      this.drawLine();
      this.tellLine();
      this.page.app.announce(to ? told[to - 1].moves.map((move) => move.text).join(", ") : "Before the better move.");
    };
    this.put(
      this.comment,
      h("p", {}, at ? "So play would have gone on:" : "The better move is shown on the board. How play would have gone on:"),
      h(
        "ol",
        { class: "line" },
        told.map((ply, index) =>
          h("li", {}, button(ply.moves.map((move) => move.text).join(", "), () => step(index + 1), { class: "quiet", "aria-current": at === index + 1 ? "step" : null, "data-keep": `line-${index}` })),
        ),
      ),
      h(
        "div",
        { class: "answer" },
        at > 0 && button("Before it", () => step(0)),
        button("Back to the game", () => this.go(this.review.moves[number].round + 1), { class: "line-back" }),
      ),
    );
  }

  // --- what it comes to

  /** One's own mistakes as exercises; for who only looks on, everybody's. */
  again() {
    const { review, viewer } = this;
    const yours = viewer.data.game.yours ?? [];
    const seats = review.names.map((_, seat) => seat).filter((seat) => mistakes(review, seat).length);
    const own = seats.filter((seat) => yours.includes(seat));
    const offered = own.length ? own : seats;
    if (!offered.length) return null;
    return h(
      "div",
      { class: "try-again" },
      h("h3", {}, "Try again"),
      offered.map((seat) => {
        const count = mistakes(review, seat).length;
        const whose = own.length === 1 ? "your" : `${review.names[seat]}’s`;
        const label = count === 1 ? `Find better than ${whose} mistake` : `Find better than ${whose} ${count} mistakes`;
        return button(label, () => this.practise(seat), { class: "primary retry-begin", "data-seat": seat });
      }),
    );
  }

  practise(seat) {
    this.line = null;
    this.viewer.annotate(new Map()); // nothing beside the moves tells what was wrong with them
    this.retry = new Retry(this, mistakes(this.review, seat));
    this.element.hidden = true;
    this.viewer.tools.after(this.retry.element); // beside the board, on a small screen too
    this.viewer.place.scrollIntoView({ block: "nearest" });
    this.retry.begin();
  }

  /** Back from trying. */
  finish() {
    const seat = this.retry?.mistake.seat;
    this.retry?.end();
    this.retry?.element.remove();
    this.retry = null;
    this.element.hidden = false;
    this.viewer.redraw();
    this.read();
    this.body.querySelector(`.retry-begin[data-seat="${seat}"]`)?.focus({ preventScroll: true });
  }
}
