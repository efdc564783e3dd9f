/** A board to try things on, with what is said to a try: what lessons and puzzles are shown on. The server judges. */

import { fill, h, link as anchor } from "../lib/dom.js";
import { keyPressed } from "./keys.js";
import { Play } from "./play.js";
import { promptPanel } from "./prompt.js";

const ARROWS = ["ArrowLeft", "ArrowRight", "Home", "End"];

export class StagePage {
  /** @param {any} app @param {string} name of its kind: `lesson`, `puzzle` */
  constructor(app, name) {
    this.app = app;
    this.element = h("main", { class: `table-page lesson ${name}`, id: "main" }, h("p", { class: "loading" }, "One moment…"));
    /** What is shown, as the server tells it. @type {any} */
    this.stage = null;
    /** The board as data. @type {any} */
    this.layout = null;
    this.preparing = "";
    this.patient = false;
    this.keys = (event) => !ARROWS.includes(event.key) && keyPressed(this.play, event);
  }

  listen() {
    document.addEventListener("keydown", this.keys);
  }

  stop() {
    this.stopped = true;
    document.removeEventListener("keydown", this.keys);
  }

  /** There is nothing to show. @param {string} title @param {Error} error @param {string} path @param {string} label where else to go */
  giveNotice(title, error, path, label) {
    if (this.stopped) return;
    const way = anchor(path, label, { class: "button primary" });
    fill(this.element, h("div", { class: "notice" }, h("h1", {}, title), h("p", {}, error.message), way));
  }

  /** The parts of a page around a new board. @param {string} title */
  setUp(title) {
    this.play = new Play(this.layout, {
      title,
      submit: (seat, text) => this.try(text),
      refused: (seat, composer, space) => this.why(composer, space),
      changed: () => this.later(),
    });
    this.prompt = promptPanel(/** @type {any} */ (this));
    this.text = h("div", { class: "lesson-text" });
    this.feedback = h("p", { class: "feedback", role: "status", hidden: true });
    this.tools = h("div", { class: "lesson-tools" });
  }

  /** @param {string} text a move was made @returns {Promise<boolean>} was it taken? */
  async try(text) {
    throw new Error(`nobody judges ${text}`);
  }

  /** A pick that meant nothing: the rules say why. */
  async why(composer, space) {
    const { stage } = this;
    const chosen = composer.chosen.map(({ place }) => place.text);
    const told = await this.ask({ picked: { space, piece: composer.key, chosen } }).catch((error) => ({ text: error.message }));
    if (!this.stopped && stage === this.stage) this.tell(told.text, "wrong");
  }

  /** Ask the server. @param {any} question @returns {Promise<any>} */
  async ask(question) {
    throw new Error(`nobody answers ${question}`);
  }

  later() {
    if (this.due) return;
    this.due = true;
    queueMicrotask(() => {
      this.due = false;
      if (!this.stopped && this.stage) this.prompt.update(this.table);
    });
  }

  /** What was answered, for eyes and ears. @param {string} text @param {"right" | "wrong"} [kind] */
  tell(text, kind = "right") {
    this.feedback.hidden = !text;
    this.feedback.className = `feedback ${kind}`;
    this.feedback.textContent = text;
  }

  /** Point at a move on the board. @param {string} move */
  point(move) {
    this.table = { ...this.table, hint: { seat: this.stage.seat, move, note: "" } };
    this.play.table = this.table;
    this.play.draw();
    this.prompt.update(this.table);
  }
}

/**
 * What is shown, as the board of a table takes it.
 * @param {any} stage board, plies, prompts and info, as in the view of a table
 * @param {string} ask what the player is asked to do @param {number} version another one for every other position
 */
export function tableOf(stage, ask, version) {
  return {
    ...stage,
    status: stage.prompts.length ? "playing" : "finished",
    sealed: [],
    hint: null,
    you: [stage.seat],
    turn_version: version,
    outcome: { winners: stage.winners ?? [] },
    pointed: stage.groups ?? [],
    said: {
      plies: stage.told,
      asks: { [stage.seat]: ask },
      state: "",
      sealed: "",
      changing: "",
      patience: "",
      hand_over: {},
      ending: { groups: stage.groups ?? [] },
    },
  };
}
