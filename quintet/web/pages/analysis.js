/** The analysis board: play for every side, go back, branch, and look at it with the engine. The server says what the rules say. */

import { describe } from "../lib/api.js";
import { keptStudy, studyPosition, studyTree } from "../lib/learning.js";
import { button, fill, h, link as anchor, style } from "../lib/dom.js";
import { showAround, stepByKey, tableOf, tellWhy, tryMove } from "../study/around.js";
import { explorerPanel } from "../explorer/panel.js";
import { setUp } from "../study/doing.js";
import { bringStudy, broughtStudy } from "../study/draft.js";
import { keepPanel } from "../study/keep.js";
import { linesPanel } from "../study/lines.js";
import { treePanel } from "../study/list.js";
import { notesPanel } from "../study/notes.js";
import { wordsOf } from "../study/signs.js";
import { Tree } from "../study/tree.js";
import { Play } from "../table/play.js";
import { promptPanel } from "../table/prompt.js";

export class AnalysisPage {
  /** @param {any} app @param {string} id of a study that is kept; empty for the board of this window */
  constructor(app, id = "") {
    this.app = app;
    this.id = id;
    this.element = h("main", { class: "table-page analysis", id: "main" }, h("p", { class: "loading" }, "One moment…"));
    /** What some have chosen already where all move at once. @type {[number, string][]} */
    this.pending = [];
    /** What the server said of a node. @type {WeakMap<any, any>} */
    this.known = new WeakMap();
    this.turns = 0;
    this.head = h("h1", {});
    this.colours = [];
    /** What a click on a space does; without one, it plays. @type {((space: string) => void) | null} */
    this.tool = null;
    this.preparing = "";
    this.patient = false;
    this.keys = (event) => stepByKey(this, event);
  }

  async start() {
    document.addEventListener("keydown", this.keys);
    this.app.setTitle("Analysis");
    try {
      await style("study");
      const draft = broughtStudy();
      const unsaved = Boolean(this.id && draft?.changed && draft.kept?.id === this.id);
      if (this.id && !unsaved) await this.fetch();
      else if (draft) await this.open(draft);
      else await this.choose();
      if (unsaved) this.keep.tell("What you had not saved is still here.");
    } catch (error) {
      this.fail(error);
    }
  }

  stop() {
    this.stopped = true;
    this.engine?.stop();
    document.removeEventListener("keydown", this.keys);
  }

  fail(error) {
    if (this.stopped) return;
    fill(
      this.element,
      h(
        "div",
        { class: "notice" },
        h("h1", {}, "This cannot be analysed"),
        h("p", {}, error.message),
        button("Begin anew", () => this.renew(), { class: "primary" }),
      ),
    );
  }

  /** Another game on the board. */
  renew() {
    bringStudy(null);
    this.app.go("/analysis");
  }

  async choose() {
    const { chooser } = await import("../study/chooser.js");
    const made = await chooser(this.app);
    if (!this.stopped) fill(this.element, made);
  }

  async fetch() {
    const { id, version, yours, study, told } = await keptStudy(this.id);
    if (!this.stopped) await this.open({ study, told, kept: { id, version, yours } });
  }

  /** @param {import("../study/draft.js").Draft} draft */
  async open({ study, at = 0, kept = null, changed = false, told: known, arrange = false }) {
    const game = await describe(study.game, study.options);
    const told = known ?? (study.nodes?.length > 1 ? (await studyTree(study)).told : []);
    if (this.stopped) return;
    this.game = game;
    this.layout = game.layout;
    this.kept = kept;
    this.tree = new Tree(study, told);
    this.savedAs = changed ? "" : this.state;
    this.named();
    this.build();
    await this.go(this.tree.given[at] ?? this.tree.root);
    if (arrange) await setUp(this);
  }

  // --- the page

  build() {
    this.play = new Play(this.layout, {
      title: `${this.game.title} board`,
      submit: (seat, text) => tryMove(this, seat, text),
      refused: (seat, composer, space) => tellWhy(this, seat, composer, space),
      changed: () => this.later(),
    });
    // Whoever draws on the board does not play on it meanwhile.
    const { options } = this.play.board;
    const { onpick } = options;
    options.onpick = (space, how, again) => (this.tool ? this.tool(space) : onpick?.(space, how, again));
    // After a click the arrows step through the moves; who plays by keys moves on the board with them.
    this.play.board.element.addEventListener("click", ({ detail }) => {
      const focused = /** @type {HTMLElement | null} */ (document.activeElement);
      if (detail && focused?.closest(".cells")) focused.blur();
    });
    this.prompt = promptPanel(/** @type {any} */ (this));
    this.list = treePanel(this);
    this.explorer = explorerPanel({
      layout: this.layout,
      question: () => (this.shownNode === this.node && this.node ? this.lineTo(this.node) : null),
      colours: () => this.colours,
      next: () => this.node.children.flatMap(({ moves }) => moves),
      play: (seat, move) => this.playMove(seat, move),
    });
    this.engine = linesPanel(this);
    this.notes = notesPanel(this);
    this.keep = keepPanel(this);
    this.facts = h("p", { class: "game-line" });
    this.seats = h("section", { class: "seats", "aria-label": "Sides" });
    this.feedback = h("p", { class: "feedback wrong", role: "status", hidden: true });
    this.over = h("section", { class: "panel over", "aria-label": "Result", hidden: true });
    this.tools = h("div", { class: "study-tools" });
    fill(
      this.element,
      h("div", { class: "table-head" }, this.head, this.facts),
      this.seats,
      h("div", { class: "board-place" }, this.play.board.element),
      h("div", { class: "near" }, this.feedback, this.prompt.element, this.over, this.list.element, this.tools, this.engine.element, this.explorer.element, this.notes.element, this.keep.element),
    );
  }

  /** All that makes this tree another one. */
  get state() {
    return `${this.tree.version} ${this.tree.name}`;
  }

  named() {
    const name = this.tree.name.trim() || "Analysis";
    this.app.setTitle(name);
    this.head.textContent = name;
    if (this.node) this.keepDraft();
  }

  noted() {
    this.list.update();
    this.notes.update();
    this.keepDraft();
  }

  /** The server has kept it, or has it no more. @param {any} kept */
  saved(kept) {
    this.kept = kept;
    this.savedAs = kept ? this.state : "";
    this.keptDraft = "";
    this.keepDraft();
    const path = kept?.path ?? "/analysis";
    history.replaceState(null, "", path);
    this.app.address = path;
  }

  later() {
    if (this.due) return;
    this.due = true;
    queueMicrotask(() => {
      this.due = false;
      if (this.stopped || !this.table) return;
      this.prompt.update(this.table);
      this.engine.look(); // the seat in hand may be another one
    });
  }

  // --- from node to node

  /** Show a node; where one cannot keep up with the keys, the last that was wanted. */
  async go(node, pending = []) {
    this.node = node;
    this.pending = pending;
    if (this.table) this.list.update();
    if (this.asking) return;
    this.asking = true;
    try {
      for (let there = null; there !== this.node && !this.stopped; ) {
        there = this.node;
        const position = this.known.get(there) ?? (await this.ask(there));
        this.known.set(there, position);
        if (this.stopped || there !== this.node) continue;
        this.show(position);
      }
    } catch (error) {
      if (!this.stopped) this.tell(error.message);
    } finally {
      this.asking = false;
    }
  }

  /** What the server says of a node. */
  async ask(node) {
    const { position, files } = await studyPosition(this.lineTo(node));
    this.files = files;
    this.keep.update();
    return position;
  }

  back() {
    if (this.pending.length) return this.go(this.node);
    return this.node.parent && this.go(this.node.parent);
  }

  on() {
    return this.node.children.length > 0 && this.go(this.node.children[0]);
  }

  /** Another of the variations that leave the line here. @param {number} way */
  beside(way) {
    const beside = this.node.parent?.children ?? [];
    const next = beside[beside.indexOf(this.node) + way];
    if (next) this.go(next);
  }

  /** The way to a node, as the server wants to know it. @param {any} node */
  lineTo(node, pending = []) {
    const { game, options, start } = this.tree;
    return { game, options, ...(start === null ? {} : { start }), moves: [...this.tree.moves(node), ...pending] };
  }

  // --- what is shown

  show(position) {
    const path = this.tree.path(this.node);
    const plies = path.map(() => ({ moves: [], changes: [] }));
    if (position.ply) plies[plies.length - 1] = position.ply;
    const marks = path.map((_, index) => (index === path.length - 1 ? position.told : { moves: [], marks: [] }));
    const onwards = this.shownNode && this.shownNode === this.node.parent;
    if (!onwards && this.shownNode !== this.node) this.play.table = undefined; // nothing to watch on the way there
    this.shownNode = this.node;
    this.position = position;
    this.colours = position.info.colours;
    this.table = tableOf(position, plies, marks, ++this.turns);
    this.play.show(this.table);
    this.tell("");
    showAround(this);
    this.app.announce(`${wordsOf(position, this.node.marks)} ${position.over}`);
  }

  /** What was answered, for eyes and ears. @param {string} text */
  tell(text) {
    this.feedback.hidden = !text;
    this.feedback.textContent = text;
  }

  keepDraft() {
    const key = `${this.state} ${this.node.number}`;
    if (key === this.keptDraft) return;
    this.keptDraft = key;
    const at = this.tree.below(this.tree.root).indexOf(this.node);
    bringStudy({ study: this.tree.study(), at, kept: this.kept, changed: this.state !== this.savedAs });
  }

  // --- for the engine

  /** What the engine is asked: the position before anybody has chosen, for the seat in hand; null where the game is over. */
  question() {
    if (!this.table || !this.position.prompts.length || this.shownNode !== this.node) return null;
    return { ...this.lineTo(this.node), seat: this.play.seat ?? this.position.prompts[0].seat };
  }

  /** The engine's best move, as a hint on the board. @param {{seat: number, move: string, note: string} | null} hint */
  advise(hint) {
    if (!this.table || JSON.stringify(this.table.hint) === JSON.stringify(hint)) return;
    this.table = { ...this.table, hint };
    this.play.table = this.table;
    this.play.draw();
  }

  playMove(seat, move) {
    if (this.position.prompts.some((prompt) => prompt.seat === seat)) tryMove(this, seat, move);
  }
}
