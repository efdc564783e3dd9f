/** The board of a table: shows the live position or an earlier one, and lets the player compose a move. */

import { Board } from "../board/board.js";
import { settings } from "../lib/settings.js";
import { sound } from "../lib/sound.js";
import { Composer } from "./composer.js";
import { clicksOf } from "./grammar.js";
import { Hands } from "./hands.js";
import { boardAfter } from "./state.js";

/** More new plies than this are shown at once rather than one after the other. */
const MOST_WATCHED = 3;

export class Play {
  /** @param {any} layout @param {{title: string, submit: (seat: number, text: string) => Promise<boolean>, refused: (seat: number, composer: Composer, space: string) => void, changed: () => void}} ways */
  constructor(layout, ways) {
    this.ways = ways;
    this.layout = layout;
    this.board = new Board(layout, {
      live: true,
      labels: settings().coordinates,
      title: ways.title,
      speed: () => settings().speed,
      sound,
      onpick: (space, how, again) => this.pick(space, how, again),
      onhover: (space) => this.hover(space),
    });
    /** How many plies are shown; null follows the game. @type {number | null} */
    this.step = null;
    /** @type {Composer | null} */
    this.composer = null;
    this.hands = new Hands();
    this.hovered = null;
    this.sending = false;
    this.promptKey = "";
    /** How many plies the board shows, once its motion has ended. */
    this.standing = 0;
    this.queue = Promise.resolve();
    /** Is a ply happening on the board? What it leads to is not shown before it has. */
    this.moving = false;
  }

  // --- what the server says

  /** A whole picture. */
  show(table) {
    const before = this.table;
    this.table = table;
    if (this.step !== null && this.step > table.plies.length) this.step = null;
    if (before && before.plies.length < table.plies.length && this.step === null) this.watch(before.plies.length);
    else this.redraw();
    this.prompt();
  }

  /** The picture after an update. */
  update(table, update) {
    const before = this.table;
    this.table = table;
    const kept = update.keep ?? before.plies.length;
    if ("keep" in update) {
      if (this.step !== null && this.step > kept) this.step = null;
      if (this.step === null) this.redraw();
    } else if (update.plies?.length && this.step === null) this.watch(kept);
    if ("prompts" in update || "sealed" in update || "status" in update || "hint" in update) this.prompt();
  }

  /** Let the plies from this one on happen on the board, one after the other. */
  watch(from) {
    const { plies } = this.table;
    this.draw();
    if (plies.length - from > MOST_WATCHED) return this.redraw();
    plies.slice(from).forEach((ply, index) => {
      this.queue = this.queue.then(() => this.happen(ply, from + index));
    });
  }

  /** Let a ply happen that follows so many others, unless the board has come to show something else meanwhile. */
  async happen(ply, before) {
    if (this.step !== null || this.table.plies[before] !== ply || this.standing !== before) return;
    this.standing = before + 1;
    this.board.mark(this.marks(before + 1));
    this.moving = true;
    await this.board.play(ply.changes);
    this.moving = false;
    this.draw();
  }

  /** Show the position as it is, without motion. */
  redraw() {
    const count = this.step ?? this.table.plies.length;
    this.standing = count;
    this.board.show(this.step === null ? this.table.board : boardAfter(this.table.start, this.table.plies, count));
    this.board.mark(this.marks(count));
    this.draw();
  }

  /** The spaces of the last of so many plies. */
  marks(count) {
    return this.table.said.plies[count - 1]?.marks ?? [];
  }

  // --- stepping through the moves

  /** Look at the position after so many plies; the last one follows the game again. */
  async go(count) {
    const { plies } = this.table;
    const from = this.step ?? plies.length;
    const target = Math.max(0, Math.min(count, plies.length));
    this.step = target === plies.length ? null : target;
    if (target === from + 1) {
      const ply = plies[from];
      this.board.show(boardAfter(this.table.start, plies, from));
      this.board.mark(this.marks(target));
      this.standing = target;
      this.draw();
      this.ways.changed();
      this.queue = this.board.play(ply.changes); // a ply that comes now waits for this one
      await this.queue;
    } else this.redraw();
    this.ways.changed();
  }

  get shown() {
    return this.step ?? this.table.plies.length;
  }

  // --- making a move

  /** The prompts, and which of them is being answered. */
  prompt() {
    const { prompts, sealed, turn_version: version } = this.table;
    const seat = this.hands.follow(this.table);
    const key = JSON.stringify([version, seat, this.hands.handing, new Map(sealed).get(seat) ?? "", prompts.length]);
    if (key !== this.promptKey) {
      this.promptKey = key;
      this.compose();
    }
    this.draw();
  }

  /** Begin the move of the seat in hand. */
  compose() {
    const { seat, handing } = this.hands;
    const prompt = handing ? undefined : this.table.prompts.find((candidate) => candidate.seat === seat);
    this.seat = seat;
    this.composer = prompt ? new Composer(prompt) : null;
    const sealed = this.composer && new Map(this.table.sealed).get(seat);
    this.isSealed = Boolean(sealed) && this.composer.load(sealed);
    this.sending = false;
    this.draw();
  }

  /** Somebody wants to make the move of another of their seats. @param {number} seat */
  change(seat) {
    this.hands.choose(seat);
    this.compose();
  }

  /** The screen was handed over: the holder of the seat is here. */
  arrive() {
    this.hands.arrive();
    this.compose();
  }

  /** May the player choose something on the board now? */
  get active() {
    return Boolean(this.composer) && this.step === null && !this.sending && this.table.status === "playing";
  }

  pick(space, how, again = false) {
    // The second half of a double click is for the question that the first one answered, never for the next.
    if (again && this.picking !== this.composer) return undefined;
    this.picking = this.step === null ? this.composer : null;
    if (this.step !== null) return this.go(this.table.plies.length);
    if (!this.active) return undefined;
    const { composer } = this;
    const pending = composer.plain && !this.isSealed ? composer.chosen.at(-1) : null;
    if (pending && clicksOf(pending).includes(space)) return this.submit(composer.text); // picked twice
    const meant = composer.pick(space);
    if (!meant) return this.ways.refused(this.seat, composer, space);
    this.isSealed = false;
    this.hovered = null;
    if (composer.plain && !this.mustConfirm(how)) return this.submit(composer.text);
    return this.draw();
  }

  /** A word was chosen. Where it makes the move whole, the move is played. @param {import("./grammar.js").Choice} word */
  say(word, composer = this.composer) {
    if (composer !== this.composer) return undefined;
    composer.choose(word);
    if (composer.text !== null && !composer.open.length) return this.submit(composer.text, composer);
    return this.draw();
  }

  /** Small screens and fingers make mistakes: there a move is confirmed. */
  mustConfirm(how) {
    const wish = settings().confirm;
    return wish === "always" || (wish === "touch" && (how === "touch" || innerWidth < 600));
  }

  /** Play or seal a move; was it accepted? Not if it answers a question that is no longer asked. */
  async submit(text, composer = this.composer) {
    if (composer !== this.composer) return false;
    this.sending = true;
    this.draw();
    const accepted = await this.ways.submit(this.seat, text);
    this.sending = false;
    this.draw();
    return accepted;
  }

  hover(space) {
    if (space === this.hovered) return;
    this.hovered = space;
    this.draw();
  }

  // --- what is drawn besides the pieces

  draw() {
    const { board, composer } = this;
    const choosing = this.active && composer;
    const targets = choosing ? composer.targets() : new Map();
    board.cells.offer(targets.keys());
    board.element.classList.toggle("choosing", Boolean(choosing));
    const worth = new Set([...targets.values()].map(({ place }) => place.space));
    const few = composer?.lifted || worth.size <= Math.max(14, (this.layout.spaces.length - board.standing.size) * 0.45);
    board.hint(few ? worth : []);
    board.bar(choosing ? (composer.prompt.barred ?? []) : []);
    const { outcome, pointed, said, status } = this.table;
    const groups = status === "finished" ? (said.ending?.groups ?? []) : (pointed ?? []);
    board.tally(this.step === null && !this.moving ? groups : [], outcome?.winners);
    board.lift(composer && this.step === null ? composer.lifted : "");
    board.ghost([...this.hintGhosts(), ...this.chosenGhosts(), ...this.hoverGhost(targets)]);
    this.ways.changed();
  }

  chosenGhosts() {
    const { composer } = this;
    if (!composer || this.step !== null) return [];
    const kind = this.isSealed ? "sealed" : "chosen";
    return [
      ...composer.pieces.map((piece) => ({ ...piece, kind })),
      ...composer.marked.map((space) => ({ space, codes: "", kind: "taking" })),
      ...[composer.lifted].filter(Boolean).map((space) => ({ space, codes: "", kind: "lifted" })),
    ];
  }

  hoverGhost(targets) {
    const choice = this.hovered && targets.get(this.hovered);
    return choice?.step.piece ? [{ space: choice.place.space, codes: choice.step.piece, kind: "hover" }] : [];
  }

  hintGhosts() {
    const { hint } = this.table;
    if (!this.composer || hint?.seat !== this.seat || this.step !== null) return [];
    const advice = new Composer(this.composer.prompt);
    if (!advice.load(hint.move)) return [];
    return [
      ...advice.pieces.map((piece) => ({ ...piece, kind: "advice" })),
      ...[...advice.marked, advice.lifted].filter(Boolean).map((space) => ({ space, codes: "", kind: "advice" })),
    ];
  }
}
