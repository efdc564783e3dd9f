/**
 * A move being made, from a prompt alone: pieces chosen one by one, spaces to take off, or a word.
 * Knows no rules: what the prompt generates may be played, nothing else.
 */

/** @typedef {{space: string, text: string, clicks?: string[]}} Target */
/** @typedef {{seat: number, ask: string, combos?: string[][], targets?: Record<string, Target[]>, subset?: {word: string, spaces: string[]} | null, words?: string[]}} Prompt */

export class Composer {
  /** @param {Prompt} prompt */
  constructor(prompt) {
    this.prompt = prompt;
    this.combos = prompt.combos ?? [];
    this.targetsOf = prompt.targets ?? {};
    this.words = prompt.words ?? [];
    /** @type {{key: string, target: Target}[]} */
    this.chosen = [];
    this.taken = new Set();
    /** The pieces a move can hold, in the order in which the prompt names them. */
    this.keys = [...new Set(this.combos.flat())];
    this.wanted = this.keys[0] ?? "";
  }

  /** The pieces that can still be added. */
  get available() {
    const spaces = new Set(this.chosen.map((choice) => choice.target.space));
    return this.keys.filter(
      (key) =>
        this.fits([...this.chosen.map((choice) => choice.key), key]) &&
        this.targetsOf[key].some((target) => !spaces.has(target.space)),
    );
  }

  /** The piece that a click places now; empty if none. */
  get key() {
    const { available } = this;
    return available.includes(this.wanted) ? this.wanted : (available[0] ?? "");
  }

  /** Is there a move that holds at least these pieces? @param {string[]} keys */
  fits(keys) {
    return this.combos.some((combo) => contains(combo, keys));
  }

  /** Choose the piece to place next. A piece that no longer fits replaces what has been chosen. */
  want(key) {
    if (!this.available.includes(key)) this.chosen = [];
    this.wanted = key;
  }

  /** What a click on each space would place. @returns {Map<string, Target>} */
  targets() {
    const open = new Map();
    const spaces = new Set(this.chosen.map((choice) => choice.target.space));
    for (const target of this.targetsOf[this.key] ?? []) {
      if (spaces.has(target.space)) continue;
      for (const click of target.clicks?.length ? target.clicks : [target.space]) {
        if (!open.has(click) || click === target.space) open.set(click, target);
      }
    }
    return open;
  }

  /** A space was picked. Did that mean anything? */
  pick(space) {
    if (this.prompt.subset?.spaces.includes(space)) {
      if (!this.taken.delete(space)) this.taken.add(space);
      return true;
    }
    const own = this.chosen.findIndex((choice) => choice.target.space === space);
    if (own >= 0) return this.again(own);
    const target = this.targets().get(space);
    if (target) this.chosen.push({ key: this.key, target });
    else if (this.chosen.length && this.key === "") return this.instead(space);
    else return false;
    return true;
  }

  /** A piece just placed was picked again: it becomes a stack of two if there is such a move, or goes. */
  again(index) {
    const { key, target } = this.chosen[index];
    const others = this.chosen.filter((_, place) => place !== index).map((choice) => choice.key);
    const higher = key + key[0];
    const stacked = this.targetsOf[higher]?.find((other) => other.space === target.space);
    if (stacked && this.fits([...others, higher])) this.chosen[index] = { key: higher, target: stacked };
    else this.chosen.splice(index, 1);
    return true;
  }

  /** All pieces are placed and another space was picked: the last one moves there. */
  instead(space) {
    const last = this.chosen.pop();
    const target = this.targets().get(space);
    this.chosen.push(target && last ? { key: last.key, target } : last);
    return Boolean(target);
  }

  /** Take the last choice back. */
  undo() {
    if (this.chosen.length) this.chosen.pop();
    else this.taken.delete([...this.taken].pop());
  }

  get started() {
    return this.chosen.length > 0 || this.taken.size > 0;
  }

  /** The move as it stands, if it is a whole one. @returns {string | null} */
  get text() {
    if (!this.chosen.length && this.prompt.subset) {
      return [this.prompt.subset.word, ...this.prompt.subset.spaces.filter((space) => this.taken.has(space))].join(" ");
    }
    const keys = this.chosen.map((choice) => choice.key);
    const combo = this.combos.find((pieces) => pieces.length === keys.length && contains(pieces, keys));
    if (!combo || !keys.length) return null;
    const left = [...this.chosen];
    return combo
      .map(
        (key) =>
          left.splice(
            left.findIndex((choice) => choice.key === key),
            1,
          )[0].target.text,
      )
      .join(" ");
  }

  /** A whole move where every move is a single piece: one click has said everything. */
  get plain() {
    return this.chosen.length === 1 && this.combos.every((combo) => combo.length === 1) && this.keys.length === 1;
  }

  /** What to draw where. @returns {{space: string, codes: string}[]} */
  get pieces() {
    return this.chosen.map(({ key, target }) => ({ space: target.space, codes: key }));
  }

  /** Take over a move written as text, if it is one of this prompt. */
  load(text) {
    const parts = text.split(" ");
    if (this.prompt.subset && parts[0] === this.prompt.subset.word) {
      this.taken = new Set(parts.slice(1));
      return true;
    }
    const combo = this.combos.find(
      (pieces) =>
        pieces.length === parts.length &&
        pieces.every((key, place) => this.targetsOf[key].some((target) => target.text === parts[place])),
    );
    if (!combo) return false;
    this.chosen = combo.map((key, place) => ({
      key,
      target: this.targetsOf[key].find((target) => target.text === parts[place]),
    }));
    return true;
  }
}

/** Does one list hold all entries of another, as often as it does? */
function contains(whole, part) {
  const left = [...whole];
  return part.every((entry) => {
    const place = left.indexOf(entry);
    if (place < 0) return false;
    left.splice(place, 1);
    return true;
  });
}
