/** The board of a table: shows the live position or an earlier one, and lets the player compose a move. */

import { LiveBoard } from "../board/live.js";
import { ownersOf } from "../board/owners.js";
import { settings } from "../lib/settings.js";
import { sound } from "../lib/sound.js";
import { Composer } from "./composer.js";
import { ghosts } from "./ghosts.js";
import { clicksOf } from "./grammar.js";
import { Hands } from "./hands.js";
import { boardAfter } from "./state.js";

/** More new plies than this are shown at once rather than one after the other. */
const MOST_WATCHED = 3;
/** Spaces narrower than this, in pixels, are easily missed with a finger, or even with a pointer. */
const [FINGER, POINTER] = [36, 22];

export class Play {
  /** @param {any} layout @param {{title: string, submit: (seat: number, text: string) => Promise<boolean>, refused: (seat: number, composer: Composer, space: string) => void, changed: () => void}} ways */
  constructor(layout, ways) {
    this.ways = ways;
    this.layout = layout;
    this.board = new LiveBoard(layout, {
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
    /** What lies on the board to be looked at, whoever has something to choose. @type {import("./ghosts.js").Ghost[]} */
    this.answer = [];
    this.sending = false;
    this.promptKey = "";
    /** How many plies the board shows, once its motion has ended. */
    this.standing = 0;
    /** Is a ply happening on the board? What it leads to is not shown before it has. */
    this.moving = false;
    /** What is being watched; whatever is shown instead puts an end to it. @type {symbol | null} */
    this.watching = null;
    /** The space that is to be picked as soon as there is something to pick; empty for none. */
    this.ahead = "";
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

  /** Let the plies from this one on happen on the board, one after the other. What was still moving is where it belongs at once. */
  async watch(from) {
    const { plies } = this.table;
    const most = this.step ?? plies.length;
    if (most - from > MOST_WATCHED) return this.redraw();
    if (this.moving || this.standing !== from) this.board.show(boardAfter(this.table.start, plies, from));
    const watching = (this.watching = Symbol("plies"));
    this.moving = true;
    for (let before = from; before < most; before++) {
      await this.happen(plies, before);
      if (this.watching !== watching) return undefined;
    }
    return this.rest();
  }

  /** Let one ply happen that follows so many others. */
  happen(plies, before) {
    this.standing = before + 1;
    this.mark(before + 1);
    this.draw();
    return this.board.play(plies[before].changes);
  }

  /** Everything is where it belongs. */
  rest() {
    this.watching = null;
    this.moving = false;
    this.draw();
  }

  /** Somebody does not want to wait until everything is where it belongs. */
  settle() {
    if (this.moving) this.redraw();
  }

  /** Show the position as it is, without motion. */
  redraw() {
    const count = this.step ?? this.table.plies.length;
    this.standing = count;
    this.board.show(this.step === null ? this.table.board : boardAfter(this.table.start, this.table.plies, count));
    this.mark(count);
    this.rest();
  }

  /** Mark the last of so many plies. */
  mark(count) {
    const told = this.table.said.plies[count - 1];
    this.board.mark(told?.marks ?? [], ownersOf(told, this.table.info.colours));
  }

  // --- stepping through the moves

  /** Look at the position after so many plies; the last one follows the game again. */
  go(count) {
    const { plies } = this.table;
    const from = this.step ?? plies.length;
    const target = Math.max(0, Math.min(count, plies.length));
    this.step = target === plies.length ? null : target;
    if (target === from + 1) this.watch(from);
    else this.redraw();
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
      this.carryOut();
    }
    if (this.table.status !== "playing") this.ahead = "";
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
    // A move answers what is to be seen: where a ply has not even begun to happen, the click only asks to see it.
    const [unseen, early] = [this.standing < this.table.plies.length, this.moving];
    this.settle();
    if (unseen) return undefined;
    if (this.mayPlan) return this.plan(space === this.ahead ? "" : space);
    if (!this.active || (early && !this.composer.targets().has(space))) return undefined;
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

  /** May a move be chosen before it is asked for? Who wants that says so in the settings. */
  get mayPlan() {
    const { you, status } = this.table;
    return settings().ahead && !this.composer && !this.hands.handing && you.length > 0 && status === "playing";
  }

  /** Remember the space to pick when it is this player's turn; empty forgets it. @param {string} space */
  plan(space) {
    this.ahead = space;
    this.draw();
  }

  /** What was chosen ahead is picked now, or forgotten where it is no longer possible. */
  carryOut() {
    const { ahead, composer } = this;
    if (!ahead || !composer || !this.active) return;
    this.ahead = "";
    if (!composer.targets().has(ahead) || !composer.pick(ahead)) return;
    if (composer.plain && settings().confirm !== "always") this.submit(composer.text);
  }

  /** A word was chosen. Where it makes the move whole, the move is played. @param {import("./grammar.js").Choice} word */
  say(word, composer = this.composer) {
    if (composer !== this.composer) return undefined;
    composer.choose(word);
    if (composer.text !== null && !composer.open.length) return this.submit(composer.text, composer);
    return this.draw();
  }

  /** Are this player's moves, made with what this screen is pointed at with, played only when they are confirmed? */
  get confirms() {
    const { you, status } = this.table;
    const how = matchMedia("(pointer: coarse)").matches ? "touch" : "mouse";
    return you.length > 0 && status === "playing" && this.step === null && this.mustConfirm(how);
  }

  /** On small spaces fingers make mistakes: there a move is confirmed. */
  mustConfirm(how) {
    const wish = settings().confirm;
    const small = this.board.cellWidth < (how === "touch" ? FINGER : POINTER);
    return wish === "always" || (wish === "touch" && how !== "key" && small);
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
    const targets = choosing && !this.moving ? composer.targets() : new Map();
    board.cells.offer(targets.keys());
    board.element.classList.toggle("choosing", Boolean(choosing));
    const worth = new Set([...targets.values()].map(({ place }) => place.space));
    const few = composer?.lifted || worth.size <= Math.max(14, (this.layout.spaces.length - board.standing.size) * 0.45);
    board.hint(few ? worth : []);
    board.bar(choosing && !this.moving ? (composer.prompt.barred ?? []) : []);
    const { outcome, pointed, said, status } = this.table;
    const groups = status === "finished" ? (said.ending?.groups ?? []) : (pointed ?? []);
    board.tally(this.step === null && !this.moving ? groups : [], outcome?.winners);
    board.lift(composer && this.step === null ? composer.lifted : "");
    board.ghost(this.step === null ? ghosts(this, targets) : []);
    this.ways.changed();
  }
}
