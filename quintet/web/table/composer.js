/**
 * A move being made by clicks and words, from a prompt alone: what a person's hand does with the choices that the
 * grammar leaves open. The same as quintet/wire/composer.py.
 */

import { choices, clicksOf, piecesOf, textOf, walkOf } from "./grammar.js";

/** @typedef {import("./grammar.js").Prompt} Prompt */
/** @typedef {import("./grammar.js").Choice} Choice */

export class Composer {
  /** @param {Prompt} prompt */
  constructor(prompt) {
    this.prompt = prompt;
    /** The pieces a move can put down. */
    this.keys = piecesOf(prompt);
    this.wanted = this.keys[0] ?? "";
    /** @type {Choice[]} */
    this.chosen = [];
    /** Everything that can be chosen next. @type {Choice[]} */
    this.open = [];
    this.take([]);
    this.given = this.chosen.length;
  }

  /** Be where this walk leads. A word that has to come before anything can be picked needs nobody to say it. @param {Choice[]} walk */
  take(walk) {
    this.chosen = walk;
    this.open = choices(this.prompt, walk);
    const [only] = this.open;
    if (this.open.length === 1 && only.step.kind === "word" && only.step.to) this.take([...walk, only]);
  }

  // --- what is open

  /** The words that can be chosen next. */
  get words() {
    return this.open.filter(({ step }) => step.kind === "word");
  }

  /** The pieces that can still be put down. */
  get available() {
    const pieces = new Set(this.open.filter(({ step }) => step.kind === "put").map(({ step }) => step.piece));
    return this.keys.filter((key) => pieces.has(key));
  }

  /** The piece that the next click puts down; empty if none. */
  get key() {
    const { available } = this;
    return available.includes(this.wanted) ? this.wanted : (available[0] ?? "");
  }

  /** What a click on each space would choose. @returns {Map<string, Choice>} */
  targets() {
    const { key } = this;
    /** @type {Map<string, Choice>} */
    const found = new Map();
    for (const choice of this.open) {
      if (choice.step.kind === "put" && choice.step.piece !== key) continue;
      for (const click of clicksOf(choice)) {
        if (!found.has(click) || click === choice.place.space) found.set(click, choice);
      }
    }
    return found;
  }

  // --- choosing

  /** Choose the piece to put down next. A piece that no longer fits replaces what has been chosen. @param {string} key */
  want(key) {
    if (!this.available.includes(key)) this.take([]);
    this.wanted = key;
  }

  /** A space was picked. Did that mean anything? @param {string} space */
  pick(space) {
    const own = this.chosen.findIndex(({ place }) => place.space === space);
    const choice = this.targets().get(space);
    if (own >= 0 && !(choice && this.chosen[own].step.kind === "lift")) this.again(own);
    else if (choice) this.choose(choice);
    else return this.instead(space);
    return true;
  }

  /** Take one of the open choices. @param {Choice} choice */
  choose(choice) {
    this.take([...this.chosen, choice]);
  }

  /** Something chosen was picked again: a piece becomes a stack of two if there is such a move; all else goes. @param {number} index */
  again(index) {
    const { step, place } = this.chosen[index];
    const rest = this.without(index);
    const heavier = choices(this.prompt, rest).find(
      (choice) => choice.place.space === place.space && choice.step.piece === (step.piece ?? "").repeat(2),
    );
    this.take(step.kind === "put" && heavier ? [...rest, heavier] : rest);
  }

  /** What is left when a choice goes: all others, or those before it where the later ones rest on it. @param {number} index */
  without(index) {
    const others = this.chosen.filter((_, place) => place !== index).map(({ place }) => place.text);
    return walkOf(this.prompt, others) ?? this.chosen.slice(0, index);
  }

  /** Nothing is open there. Where no piece is left to put, what was chosen last may be changed to it. @param {string} space */
  instead(space) {
    for (let kept = this.chosen.length - 1; kept >= 0; kept--) {
      const last = this.chosen[kept].step;
      if (this.key || !["put", "lift", "land"].includes(last.kind)) return false;
      const before = this.chosen.slice(0, kept);
      const choice = choices(this.prompt, before).find(
        (other) => clicksOf(other).includes(space) && (other.step.kind !== "put" || other.step.piece === last.piece),
      );
      if (choice) {
        this.take([...before, choice]);
        return true;
      }
      if (last.kind === "put") return false;
    }
    return false;
  }

  /** Take the last choice back. */
  undo() {
    if (this.started) this.take(this.chosen.slice(0, -1));
  }

  // --- what has been made

  /** Has anything been chosen that did not have to be? */
  get started() {
    return this.chosen.length > this.given;
  }

  /** The move as it stands, if it is a whole one. @returns {string | null} */
  get text() {
    return textOf(this.prompt, this.chosen);
  }

  /** A whole move with nothing to add or to choose instead: the last click has said everything. */
  get plain() {
    if (!this.started || this.text === null || this.keys.length > 1) return false;
    return !this.open.length && !this.chosen.some(({ step }) => step.kind === "mark");
  }

  /** What to draw where: what is put down, and the piece that moves where it has got to. @returns {{space: string, codes: string}[]} */
  get pieces() {
    const put = this.chosen.filter(({ step }) => step.kind === "put");
    const landed = this.chosen.filter(({ step }) => step.kind === "land").slice(-1);
    return [...put, ...landed].map(({ step, place }) => ({ space: place.space ?? "", codes: step.piece ?? "" }));
  }

  /** The spaces that were marked. @returns {string[]} */
  get marked() {
    return this.chosen.filter(({ step }) => step.kind === "mark").map(({ place }) => place.space ?? "");
  }

  /** The space from which a piece was taken up; empty if none was. */
  get lifted() {
    return this.chosen.find(({ step }) => step.kind === "lift")?.place.space ?? "";
  }

  /** Take over a move written as text, if it is one of this prompt. @param {string} text */
  load(text) {
    const walk = walkOf(this.prompt, text.split(" "), false);
    if (!walk || textOf(this.prompt, walk) !== text) return false;
    this.take(walk);
    return true;
  }
}
