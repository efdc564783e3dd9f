/** A lesson being taken: the text of a step, a board to try it on, and what the server answers to each try. */

import { describe, lessonOf, teach } from "../lib/api.js";
import { button, fill, h, link as anchor } from "../lib/dom.js";
import { progress, reached } from "../lib/progress.js";
import { sumTable } from "../table/ending.js";
import { keyPressed } from "../table/keys.js";
import { Play } from "../table/play.js";
import { promptPanel } from "../table/prompt.js";

const ARROWS = ["ArrowLeft", "ArrowRight", "End"];

export class LessonPage {
  /** @param {any} app @param {string} name */
  constructor(app, name) {
    this.app = app;
    this.name = name;
    this.element = h("main", { class: "table-page lesson", id: "main" }, h("p", { class: "loading" }, "One moment…"));
    /** The moves made since the last new board. @type {string[]} */
    this.made = [];
    this.step = 0;
    this.preparing = "";
    this.patient = false;
    this.keys = (event) => !ARROWS.includes(event.key) && keyPressed(this.play, event);
  }

  async start() {
    document.addEventListener("keydown", this.keys);
    try {
      this.lesson = await lessonOf(this.name);
      this.app.setTitle(`Learn ${this.lesson.title}`);
      const { step, done } = progress(this.name);
      await this.open(done || step >= this.lesson.steps.length ? 0 : step);
    } catch (error) {
      this.fail(error);
    }
  }

  stop() {
    this.stopped = true;
    document.removeEventListener("keydown", this.keys);
  }

  fail(error) {
    if (this.stopped) return;
    fill(
      this.element,
      h(
        "div",
        { class: "notice" },
        h("h1", {}, "No lesson here"),
        h("p", {}, error.message),
        anchor("/learn", "All lessons", { class: "button primary" }),
      ),
    );
  }

  // --- from step to step

  /** Open a step; one that goes on from another begins with the board of that one. @param {number} step */
  async open(step) {
    while (step > 0 && this.lesson.steps[step].on) step -= 1;
    this.step = step;
    this.made = [];
    await this.ask();
  }

  /** The next step, on the same board where it goes on. */
  async next() {
    if (this.step + 1 >= this.lesson.steps.length) return this.finish();
    this.step += 1;
    reached(this.name, this.step);
    if (!this.lesson.steps[this.step].on) this.made = [];
    return this.ask();
  }

  async ask() {
    try {
      const { stage } = await teach(this.name, { step: this.step, made: this.made });
      await this.set(stage);
      if (this.stopped) return;
      this.tell("");
      this.head.focus({ preventScroll: true });
      if (this.element.getBoundingClientRect().top < 0) scrollTo(0, 0);
    } catch (error) {
      this.fail(error);
    }
  }

  finish() {
    reached(this.name, 0, true);
    const { lesson } = this;
    fill(
      this.text,
      this.progressLine(lesson.steps.length),
      (this.head = h("h1", { tabindex: "-1" }, "Well done")),
      h("p", {}, lesson.end),
    );
    this.prompt.element.hidden = true;
    this.tell("");
    fill(
      this.tools,
      anchor(`/play/${this.name}`, "Play it", { class: "button primary" }),
      anchor("/learn", "Other lessons", { class: "button" }),
      anchor(`/rules/${this.name}`, "The rules", { class: "button quiet" }),
      button("Once more", () => this.open(0), { class: "quiet" }),
    );
    this.head.focus({ preventScroll: true });
    this.app.announce(`Well done. ${lesson.end}`);
  }

  // --- a step

  /** Show where the learner stands. */
  async set(stage) {
    const game = await describe(stage.game, stage.options);
    if (this.stopped) return;
    const board = JSON.stringify([stage.options, stage.start, this.lesson.steps.findLastIndex((step, at) => at <= stage.step && !step.on)]);
    this.stage = stage;
    this.table = tableOf(stage, this.made.length);
    if (board !== this.shownBoard) {
      this.shownBoard = board;
      this.game = game;
      this.layout = game.layout;
      this.build();
    }
    this.play.show(this.table);
    this.refresh();
  }

  build() {
    this.play = new Play(this.layout, {
      title: `${this.game.title} board`,
      submit: (seat, text) => this.try(text),
      refused: (seat, composer, space) => this.why(composer, space),
      changed: () => this.later(),
    });
    this.prompt = promptPanel(/** @type {any} */ (this));
    this.text = h("div", { class: "lesson-text" });
    this.feedback = h("p", { class: "feedback", role: "status", hidden: true });
    this.sum = h("div", { class: "lesson-sum" });
    this.tools = h("div", { class: "lesson-tools" });
    fill(
      this.element,
      h("div", { class: "table-head" }, this.text),
      h("div", { class: "board-place" }, this.play.board.element),
      h("div", { class: "near" }, this.feedback, this.prompt.element, this.sum, this.tools),
    );
  }

  progressLine(done) {
    const { steps, title } = this.lesson;
    return h(
      "p",
      { class: "lesson-progress" },
      anchor("/learn", "Lessons"),
      h("span", {}, ` · ${title} · ${Math.min(done + 1, steps.length)} of ${steps.length}`),
      h("progress", { max: steps.length, value: done, "aria-label": "How far you are" }),
    );
  }

  later() {
    if (this.due) return;
    this.due = true;
    queueMicrotask(() => {
      this.due = false;
      if (!this.stopped && this.stage) this.prompt.update(this.table);
    });
  }

  refresh() {
    const { stage, lesson } = this;
    const last = stage.step + 1 === lesson.steps.length;
    if (this.shownStep !== stage.step || !this.head?.isConnected) {
      this.shownStep = stage.step;
      fill(
        this.text,
        this.progressLine(stage.step),
        (this.head = h("h1", { tabindex: "-1" }, stage.title)),
        stage.say.map((part) => h("p", {}, part)),
      );
    }
    this.element.dataset.step = String(stage.step);
    this.element.dataset.over = String(stage.over);
    this.prompt.update(this.table);
    this.prompt.element.hidden = stage.over;
    const page = /** @type {any} */ ({ layout: this.layout });
    const told = { info: stage.info, outcome: { winners: stage.winners } };
    fill(this.sum, stage.lines.length > 0 && sumTable(page, told, { seats: stage.sides, lines: stage.lines }));
    const next = button(last ? "Finish" : "Next", () => this.next(), { class: "primary next" });
    fill(
      this.tools,
      stage.over && next,
      !stage.over && button("Show me", () => this.show(), { class: "quiet show-me" }),
      stage.step > 0 && button("Back", () => this.open(stage.step - 1), { class: "quiet back" }),
      !stage.over && this.made.length > 0 && button("Again", () => this.open(stage.step), { class: "quiet again" }),
    );
    if (stage.over && this.made.length) next.focus({ preventScroll: true });
  }

  /** What was answered, for eyes and ears. @param {string} text @param {"right" | "wrong"} [kind] */
  tell(text, kind = "right") {
    this.feedback.hidden = !text;
    this.feedback.className = `feedback ${kind}`;
    this.feedback.textContent = text;
  }

  // --- what the learner does

  /** A move was made. Was it right? @param {string} text @returns {Promise<boolean>} */
  async try(text) {
    const { stage } = this;
    try {
      const told = await teach(this.name, { step: this.step, made: this.made, move: text });
      if (this.stopped || stage !== this.stage) return false;
      if (!told.right) {
        this.tell(told.text, "wrong");
        this.play.compose();
        return false;
      }
      this.made = [...this.made, told.made];
      await this.set(told.stage);
      this.tell(told.text);
      return true;
    } catch (error) {
      if (!this.stopped) this.tell(error.message, "wrong");
      return false;
    }
  }

  /** A pick that meant nothing: the rules say why. */
  async why(composer, space) {
    const { stage } = this;
    const chosen = composer.chosen.map(({ place }) => place.text);
    const picked = { space, piece: composer.key, chosen };
    const told = await teach(this.name, { step: this.step, made: this.made, picked }).catch((error) => ({
      text: error.message,
    }));
    if (!this.stopped && stage === this.stage) this.tell(told.text, "wrong");
  }

  /** The learner would like to be shown a move that is right. */
  show() {
    const { seat, solution } = this.stage;
    this.table = { ...this.table, hint: { seat, move: solution, note: "" } };
    this.play.table = this.table;
    this.play.draw();
    this.prompt.update(this.table);
  }
}

/** A step as the board of a table takes it. */
function tableOf(stage, made) {
  const status = stage.prompts.length ? "playing" : "finished";
  return {
    ...stage,
    status,
    sealed: [],
    hint: null,
    you: [stage.seat],
    turn_version: stage.step * 1000 + made,
    outcome: { winners: stage.winners },
    pointed: stage.groups,
    said: {
      plies: stage.told,
      asks: { [stage.seat]: stage.task },
      state: "",
      sealed: "",
      changing: "",
      patience: "",
      hand_over: {},
      ending: { groups: stage.groups },
    },
  };
}
