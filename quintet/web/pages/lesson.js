/** A lesson being taken: the text of a step, a board to try it on, and what the server answers to each try. */

import { describe, gameNamed } from "../lib/api.js";
import { lessonOf, teach } from "../lib/learning.js";
import { button, fill, h, link as anchor } from "../lib/dom.js";
import { progress, reached } from "../lib/progress.js";
import { sumTable } from "../table/ending.js";
import { StagePage, tableOf } from "../table/stage.js";

export class LessonPage extends StagePage {
  /** @param {any} app @param {string} name */
  constructor(app, name) {
    super(app, "taught");
    this.name = name;
    /** The moves made since the last new board. @type {string[]} */
    this.made = [];
    this.step = 0;
  }

  async start() {
    this.listen();
    try {
      await gameNamed(this.name);
      this.lesson = await lessonOf(this.name);
      this.app.setTitle(`Learn ${this.lesson.title}`);
      const { step, done } = progress(this.name);
      await this.open(done || step >= this.lesson.steps.length ? 0 : step);
    } catch (error) {
      this.fail(error);
    }
  }

  fail(error) {
    this.giveNotice("No lesson here", error, "/learn", "All lessons");
  }

  // --- from step to step

  /** Open a step; one that goes on from another begins with the board of that one. @param {number} step */
  async open(step) {
    while (step > 0 && this.lesson.steps[step].on) step -= 1;
    this.step = step;
    this.made = [];
    await this.begin();
  }

  /** The next step, on the same board where it goes on. */
  async next() {
    if (this.step + 1 >= this.lesson.steps.length) return this.finish();
    this.step += 1;
    reached(this.name, this.step);
    if (!this.lesson.steps[this.step].on) this.made = [];
    return this.begin();
  }

  /** @param {any} question */
  ask(question) {
    return teach(this.name, { step: this.step, made: this.made, ...question });
  }

  async begin() {
    try {
      const { stage } = await this.ask({});
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
    this.table = tableOf(stage, stage.task, stage.step * 1000 + this.made.length);
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
    this.setUp(`${this.game.title} board`);
    this.sum = h("div", { class: "lesson-sum" });
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

  // --- what the learner does

  /** A move was made. Was it right? @param {string} text @returns {Promise<boolean>} */
  async try(text) {
    const { stage } = this;
    try {
      const told = await this.ask({ move: text });
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

  /** The learner would like to be shown a move that is right. */
  show() {
    this.point(this.stage.solution);
  }
}
