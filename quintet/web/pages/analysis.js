/** The analysis board: play for every side, go back, branch, and look at it with the engine. The server says what the rules say. */

import { pieceIcon } from "../board/pieces.js";
import { describe, keptStudy, studyPosition, studyTree } from "../lib/api.js";
import { button, fill, h, link as anchor, refresh, style, sure } from "../lib/dom.js";
import { bringStudy, broughtStudy } from "../study/draft.js";
import { keepPanel } from "../study/keep.js";
import { linesPanel } from "../study/lines.js";
import { treePanel } from "../study/list.js";
import { notesPanel } from "../study/notes.js";
import { Tree } from "../study/tree.js";
import { sumTable } from "../table/ending.js";
import { keyPressed } from "../table/keys.js";
import { Play } from "../table/play.js";
import { promptPanel } from "../table/prompt.js";
import { counters } from "../table/seats.js";

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
    this.preparing = "";
    this.patient = false;
    this.keys = (event) => this.keyPressed(event);
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
  async open({ study, at = 0, kept = null, changed = false, told: known }) {
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
  }

  // --- the page

  build() {
    this.play = new Play(this.layout, {
      title: `${this.game.title} board`,
      submit: (seat, text) => this.try(seat, text),
      refused: (seat, composer, space) => this.why(seat, composer, space),
      changed: () => this.later(),
    });
    // After a click the arrows step through the moves; who plays by keys moves on the board with them.
    this.play.board.element.addEventListener("click", ({ detail }) => {
      const focused = /** @type {HTMLElement | null} */ (document.activeElement);
      if (detail && focused?.closest(".cells")) focused.blur();
    });
    this.prompt = promptPanel(/** @type {any} */ (this));
    this.list = treePanel(this);
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
      h("div", { class: "near" }, this.feedback, this.prompt.element, this.over, this.list.element, this.tools, this.engine.element, this.notes.element, this.keep.element),
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
        const position = this.known.get(there) ?? (await studyPosition(this.lineTo(there))).position;
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

  keyPressed(event) {
    if (!this.table) return;
    const busy = event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, dialog, .cells");
    const ways = {
      ArrowLeft: () => this.back(),
      ArrowRight: () => this.on(),
      ArrowUp: () => this.beside(-1),
      ArrowDown: () => this.beside(1),
      Home: () => this.go(this.tree.root),
      End: () => this.go(this.tree.end(this.node)),
    };
    if (Object.hasOwn(ways, event.key)) {
      if (busy) return;
      ways[event.key]();
      event.preventDefault();
    } else keyPressed(this.play, event);
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
    this.refresh();
    this.app.announce(`${this.words()} ${position.over}`);
  }

  refresh() {
    const { position, tree, node } = this;
    this.list.update();
    this.notes.update();
    this.engine.look();
    this.prompt.update(this.table);
    this.facts.textContent = [position.title, ...position.rules].join(" · ");
    this.seats.dataset.count = String(position.sides.length);
    refresh(this.seats, [position.sides, position.info.colours, position.counts, this.table.turn], () =>
      position.sides.map((side, seat) => this.seat(side, seat)),
    );
    this.over.hidden = !position.over;
    const sum = { seats: position.sides, lines: position.lines };
    if (position.over) fill(this.over, h("p", { class: "reason" }, position.over), position.lines.length > 0 && sumTable(this, this.table, sum));
    const branch = tree.branch(node);
    refresh(this.tools, [Boolean(branch), Boolean(node.parent)], () => [
      branch &&
        button("Make it the main line", () => this.promote(), { class: "quiet promote", "data-keep": "promote", title: "The variation that is shown comes first from now on" }),
      node.parent &&
        button("Delete from here", () => this.remove(), { class: "quiet delete", "data-keep": "delete", title: "Delete this move and everything after it" }),
      button("Another game", () => this.another(), { class: "quiet renew", "data-keep": "renew" }),
    ]);
    this.keepDraft();
  }

  seat(side, seat) {
    const codes = this.colours[seat];
    return h(
      "article",
      { class: ["seat", this.table.turn.includes(seat) && "in-turn"], "data-seat": seat },
      h("span", { class: "colours", "aria-hidden": "true" }, codes ? [...codes].map((code) => pieceIcon(this.layout, code)) : h("span", { class: "unknown-colour" }, "?")),
      h(
        "div",
        { class: "who" },
        h("div", { class: "name" }, h("b", {}, side), this.table.turn.includes(seat) && h("span", { class: "sr-only" }, " to move")),
        h("div", { class: "counters" }, counters(this, this.table, seat)),
      ),
    );
  }

  /** The round that led here, for who hears the board. */
  words() {
    const { plies, told } = this.position;
    return plies ? `${plies}: ${told.moves.map((move) => move.text).join(", ")}.` : "The start.";
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

  // --- what is done

  /** A move was made for a seat. Was it taken? @returns {Promise<boolean>} */
  async try(seat, text) {
    const { node, pending } = this;
    try {
      const told = await studyPosition({ ...this.lineTo(node, pending), move: [seat, text] });
      if (this.stopped || node !== this.node || pending !== this.pending) return false;
      if (told.refused) {
        this.tell(told.refused);
        this.play.compose();
        return false;
      }
      const { position } = told;
      this.pending = position.pending;
      if (!position.pending.length) {
        this.node = this.tree.add(node, position.ply.moves, position.told);
        this.known.set(this.node, position);
      }
      this.show(position);
      return true;
    } catch (error) {
      if (!this.stopped) this.tell(error.message);
      return false;
    }
  }

  /** A pick that meant nothing: the rules say why. */
  async why(seat, composer, space) {
    const { node, pending } = this;
    const chosen = composer.chosen.map(({ place }) => place.text);
    const question = { ...this.lineTo(node, pending), picked: { seat, space, piece: composer.key, chosen } };
    const told = await studyPosition(question).catch((error) => ({ refused: error.message }));
    if (!this.stopped && node === this.node) this.tell(told.refused);
  }

  promote() {
    this.tree.promote(this.node);
    this.refresh();
  }

  async remove() {
    const { node } = this;
    const many = this.tree.below(node).length;
    if (many > 1 && !(await sure(`Delete this move and the ${many - 1} that follow it?`, "Delete"))) return;
    if (!this.stopped && node === this.node) this.go(this.tree.remove(node));
  }

  async another() {
    if (this.tree.size > 1 && !(await sure("Put this board away and begin with another game?", "Begin anew"))) return;
    if (!this.stopped) this.renew();
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
    if (this.position.prompts.some((prompt) => prompt.seat === seat)) this.try(seat, move);
  }
}

/** A position as the board of a table takes it. */
function tableOf(position, plies, told, version) {
  const asks = Object.fromEntries(
    Object.entries(position.asks).map(([seat, ask]) => [seat, position.chosen ? `${position.chosen} ${ask}` : ask]),
  );
  const seats = position.prompts.map(({ seat }) => seat);
  return {
    plies,
    board: position.board,
    info: position.info,
    prompts: position.prompts,
    status: seats.length ? "playing" : "finished",
    sealed: [],
    hint: null,
    you: seats,
    turn: seats,
    turn_version: version,
    outcome: { winners: position.winners },
    pointed: position.groups,
    said: {
      plies: told,
      asks,
      counts: position.counts,
      seats: position.sides.map((name) => ({ name })),
      state: position.over,
      sealed: "",
      changing: "",
      patience: "",
      hand_over: {},
      ending: { groups: position.groups },
    },
  };
}
