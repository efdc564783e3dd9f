/** A mistake tried again: the position before it, and any other move. Only a move that is made counts as a try. */

import { betterLine, exercise, tryAgain } from "../lib/learning.js";
import { button, fill, h, holding } from "../lib/dom.js";
import { settings } from "../lib/settings.js";
import { pieceIcon } from "../board/pieces.js";
import { Composer } from "../table/composer.js";
import { ghosts } from "./sums.js";

export class Retry {
  /** @param {import("./panel.js").ReviewPanel} panel @param {any[]} mistakes moves of the review, each with its `number` */
  constructor(panel, mistakes) {
    this.panel = panel;
    this.viewer = panel.viewer;
    this.mistakes = mistakes;
    this.at = 0;
    this.found = 0;
    /** @type {Composer | null} */
    this.composer = null;
    /** What the server asks. @type {any} */
    this.asked = null;
    /** The part of the board in which the answer is. @type {string[]} */
    this.hinted = [];
    /** The answer, once it was shown. @type {any[] | null} */
    this.shown = null;
    this.solved = false;
    this.tries = 0;
    this.answer = h("p", { class: "retry-answer", "aria-live": "assertive" });
    this.tools = h("div", { class: "composer" });
    this.field = h("input", { name: "move", "aria-label": "Type a move", placeholder: "type a move", autocomplete: "off", autocapitalize: "none", spellcheck: "false" });
    this.form = h("form", { class: "typed", onsubmit: (event) => (event.preventDefault(), this.typed()) }, this.field, h("button", { class: "quiet" }, "Try"));
    this.ways = h("div", { class: "answer" });
    this.ask = h("p", { class: "ask" });
    this.head = h("h2", { tabindex: "-1" });
    this.element = h("section", { class: "panel review retry", "aria-label": "Try again" }, this.head, this.ask, this.tools, this.form, this.answer, this.ways);
  }

  get mistake() {
    return this.mistakes[this.at];
  }

  /** Is the position of the exercise on the board? */
  get there() {
    return this.viewer.shown === this.mistake.round;
  }

  begin() {
    this.bind();
    return this.load();
  }

  /** The board is picked from; it is another one after the sides were turned. */
  bind() {
    const { board } = this.viewer;
    board.options.onpick = (space, how) => this.pick(space, how);
    this.draw();
  }

  end() {
    this.ended = true;
    const { board } = this.viewer;
    delete board.options.onpick;
    board.element.classList.remove("choosing");
    board.cells.offer([]);
    board.hint([]);
    board.cells.note(new Map());
    board.ghost([]);
  }

  async load() {
    this.composer = null;
    this.asked = null;
    this.hinted = [];
    this.solved = false;
    this.shown = null;
    this.tries = 0;
    this.answer.textContent = "";
    this.answer.className = "retry-answer";
    this.head.textContent = `Mistake ${this.at + 1} of ${this.mistakes.length}`;
    this.viewer.go(this.mistake.round);
    this.draw();
    this.head.focus({ preventScroll: true });
    try {
      this.asked = await exercise(this.panel.id, this.mistake.number);
    } catch (error) {
      this.say(error.message, "wrong");
    }
    if (this.ended) return;
    if (this.asked) this.composer = new Composer(this.asked.prompt);
    this.draw();
  }

  say(text, kind = "") {
    this.answer.textContent = text;
    this.answer.className = `retry-answer ${kind}`;
  }

  // --- a try

  pick(space, how) {
    if (!this.there) return void this.viewer.go(this.mistake.round);
    const { composer } = this;
    if (!composer || this.solved || this.sending) return undefined;
    const pending = composer.plain && composer.text;
    if (pending && composer.chosen.at(-1)?.place.space === space) return void this.submit(pending);
    if (!composer.pick(space)) return undefined;
    const wish = settings().confirm;
    const confirmed = wish === "always" || (wish === "touch" && (how === "touch" || innerWidth < 600));
    if (composer.plain && !confirmed) return void this.submit(composer.text);
    return this.draw();
  }

  typed() {
    const text = this.field.value.trim();
    if (!text || this.solved || this.sending) return;
    this.field.value = "";
    this.submit(text);
  }

  async submit(text) {
    this.sending = true;
    this.say("Looking at it…");
    this.draw();
    try {
      const judged = await tryAgain(this.panel.id, this.mistake.number, text);
      if (this.ended) return;
      if (judged.legal) this.tries += 1;
      this.solved = judged.good;
      if (judged.good && !this.shown && this.tries === 1) this.found += 1;
      this.say(judged.said, judged.good ? "right" : "wrong");
    } catch (error) {
      this.say(error.message, "wrong");
    }
    this.sending = false;
    if (!this.solved && this.asked) this.composer = new Composer(this.asked.prompt);
    this.draw();
    if (this.solved) this.element.querySelector(".next")?.focus();
  }

  // --- help

  async better() {
    return betterLine(this.panel.id, this.mistake.number);
  }

  /** The part of the board in which it is: a quarter of it. */
  async hint() {
    const { plies, told } = await this.better();
    if (this.ended) return;
    const spaces = ghosts(plies[0], told[0]).map(({ space }) => space);
    const all = this.viewer.layout.spaces;
    const one = all.find(({ name }) => name === spaces[0]);
    if (!one) return void this.say("It puts nothing on the board.");
    const [midX, midY] = ["x", "y"].map((axis) => (Math.min(...all.map((space) => space[axis])) + Math.max(...all.map((space) => space[axis]))) / 2);
    this.hinted = all.filter(({ x, y }) => x > midX === one.x > midX && y > midY === one.y > midY).map(({ name }) => name);
    this.say("It is in the marked part of the board.");
    this.draw();
  }

  async reveal() {
    const { plies, told } = await this.better();
    if (this.ended) return;
    this.shown = ghosts(plies[0], told[0]);
    this.solved = true;
    this.hinted = [];
    this.viewer.go(this.mistake.round);
    this.say(`Better is ${told[0].moves.filter((move) => move.seat === this.mistake.seat).map((move) => move.text).join(", ")}.`);
    this.draw();
  }

  next() {
    this.at += 1;
    if (this.at < this.mistakes.length) return void this.load();
    this.at = this.mistakes.length - 1;
    this.end();
    const back = button("Back to the review", () => this.panel.finish(), { class: "primary retry-back" });
    fill(
      this.element,
      h("h2", {}, "Done"),
      h("p", { role: "status" }, `You found ${this.found} of ${this.mistakes.length} at the first try.`),
      back,
    );
    back.focus({ preventScroll: true });
  }

  // --- drawing

  draw() {
    if (this.ended) return;
    const { board } = this.viewer;
    const { composer, there } = this;
    const open = there && composer && !this.solved && !this.sending;
    const targets = open ? composer.targets() : new Map();
    const worth = new Set([...targets.values()].map(({ place }) => place.space));
    const few = composer?.lifted || worth.size <= Math.max(14, (this.viewer.layout.spaces.length - board.standing.size) * 0.45);
    board.cells.offer(targets.keys());
    board.element.classList.toggle("choosing", Boolean(open));
    if (there && this.hinted.length) board.hint(this.hinted, "hinted");
    else board.hint(few ? worth : []);
    board.cells.note(new Map((there ? this.hinted : []).map((space) => [space, "marked"])));
    board.lift(there && composer ? composer.lifted : "");
    board.ghost(there ? (this.shown ?? this.chosen()) : []);
    this.ask.textContent = there ? (this.asked?.ask ?? "") : "You are looking at another position.";
    this.form.hidden = !there || !composer || this.solved;
    holding(
      this.element,
      () => {
        fill(this.tools, open ? this.controls(composer) : []);
        fill(this.ways, this.buttons(there));
      },
      () => this.element.querySelector(".next, .back-to") ?? this.head,
    );
  }

  chosen() {
    const { composer } = this;
    if (!composer) return [];
    return [
      ...composer.pieces.map((piece) => ({ ...piece, kind: "chosen" })),
      ...composer.marked.map((space) => ({ space, codes: "", kind: "taking" })),
      ...[composer.lifted].filter(Boolean).map((space) => ({ space, codes: "", kind: "lifted" })),
    ];
  }

  controls(composer) {
    return [
      composer.keys.length > 1 &&
        h(
          "div",
          { class: "palette", role: "group", "aria-label": "Pieces" },
          composer.keys.map((key) =>
            button(pieceIcon(this.viewer.layout, key), () => (composer.want(key), this.draw()), {
              class: ["palette-piece", !composer.available.includes(key) && "spent"],
              "aria-pressed": String(key === composer.key),
              "data-keep": `piece-${key}`,
              "aria-label": this.viewer.board.words(key),
            }),
          ),
        ),
      composer.words.length > 0 &&
        h(
          "div",
          { class: "words" },
          composer.words.map((word) => button(word.place.label || word.place.text, () => this.word(word), { class: "word" })),
        ),
      composer.started &&
        h(
          "div",
          { class: "answer" },
          composer.text !== null && button("Try it", () => this.submit(composer.text), { class: "primary confirm", "data-keep": "confirm" }),
          button("Undo", () => (composer.undo(), this.draw()), { "data-keep": "undo" }),
        ),
    ];
  }

  word(word) {
    const { composer } = this;
    if (!composer) return;
    composer.choose(word);
    if (composer.text !== null && !composer.open.length) this.submit(composer.text);
    else this.draw();
  }

  buttons(there) {
    const safely = (act) => () => act().catch((error) => this.say(error.message, "wrong"));
    if (!there) return [button("Back to the exercise", () => this.viewer.go(this.mistake.round), { class: "primary back-to" }), this.leave()];
    if (this.solved) return [button(this.at + 1 < this.mistakes.length ? "Next" : "Done", () => this.next(), { class: "primary next" }), this.leave()];
    return [
      button("Hint", safely(() => this.hint()), { class: "hint-button", "data-keep": "hint", disabled: !this.composer }),
      button("Show it", safely(() => this.reveal()), { class: "reveal", disabled: !this.composer }),
      this.leave(),
    ];
  }

  leave() {
    return button("Stop", () => this.panel.finish(), { class: "quiet retry-stop", "data-keep": "stop" });
  }
}
