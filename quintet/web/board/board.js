/** A board on the page: draws a layout, shows what stands on it, and animates changes. One that is played on is in live.js. */

import { fill, h, s } from "../lib/dom.js";
import { Geometry } from "./geometry.js";
import { drawFace, drawGround, drawLabels } from "./ground.js";
import * as motion from "./motion.js";
import { BURNED, drawPieces, looksOf } from "./pieces.js";

/** @typedef {{kind: string, space: string, piece?: string, to?: string, step?: number, seat?: number}} Change */

/** The board after a change; the same rule that the server applies. @param {Map<string, string>} board */
export function apply(board, change) {
  const { kind, space, piece = "", to = "" } = change;
  if (kind === "place") board.set(space, (board.get(space) ?? "") + piece);
  else if (kind === "remove") board.delete(space);
  else if (kind === "turn") board.set(space, piece);
  else if (kind === "fall" || kind === "move") {
    board.set(to, board.get(space) ?? piece);
    board.delete(space);
  } else board.set(space, BURNED);
}

export class Board {
  /**
   * @param {any} layout
   * @param {{labels?: boolean, title?: string, speed?: () => number, sound?: (kind: string) => void}} [options]
   */
  constructor(layout, options = {}) {
    this.options = options;
    this.geometry = new Geometry(layout, options.labels ?? true);
    /** @type {Map<string, string>} */
    this.standing = new Map();
    /** @type {Map<string, any>} */
    this.drawn = new Map();
    this.looks = looksOf(layout);
    this.turnsPlayed = 0;
    this.layers = Object.fromEntries(
      ["marks", "bars", "hints", "pieces", "owners", "ghosts", "tally", "cursor"].map((name) => [
        name,
        s("g", { class: name, "aria-hidden": "true" }),
      ]),
    );
    this.element = this.build(layout);
  }

  build(layout) {
    const { geometry, layers, options } = this;
    const { view } = geometry;
    const face = drawFace(geometry);
    this.svg = s(
      "svg",
      { class: "board-svg", viewBox: `${view.x} ${view.y} ${view.width} ${view.height}` },
      drawGround(geometry),
      options.labels !== false && drawLabels(geometry),
      face
        ? [layers.pieces, layers.ghosts, face, layers.marks, layers.owners, layers.bars, layers.hints]
        : [layers.marks, layers.bars, layers.hints, layers.pieces, layers.owners, layers.ghosts],
      layers.tally,
      layers.cursor,
    );
    this.svg.setAttribute("role", "img");
    if (options.title) this.svg.setAttribute("aria-label", options.title);
    const surface = h("div", { class: `surface of-${layout.surface}` });
    Object.assign(surface.style, geometry.share(geometry.board));
    const element = h(
      "div",
      { class: `board is-${layout.shape}` },
      layout.shape === "hex" ? null : h("div", { class: "drop-shadow" }),
      surface,
      this.svg,
    );
    element.style.aspectRatio = `${view.width} / ${view.height}`;
    element.style.setProperty("--board-ratio", String(view.width / view.height));
    if (layout.shape === "hex") surface.remove();
    else {
      const { frame } = geometry;
      const rounded = `${2000 / frame.width}% / ${2000 / frame.height}%`;
      Object.assign(element.firstChild.style, geometry.share(frame), { borderRadius: rounded });
    }
    return element;
  }

  // --- what stands where

  /** Show a position at once. @param {Record<string, string> | Map<string, string>} position */
  show(position) {
    this.turnsPlayed += 1;
    const next = position instanceof Map ? position : new Map(Object.entries(position));
    for (const space of new Set([...this.drawn.keys(), ...next.keys()])) this.put(space, next.get(space) ?? "");
    fill(this.layers.ghosts);
  }

  /** Something else stands on a space: boards that are heard tell of it. */
  changed(_space) {}

  /** A step of changes begins: boards that are played on show whose it is. */
  reveal(_changes, _step) {}

  /** Draw what stands on a space, if it is not drawn already. */
  put(space, codes) {
    const old = this.drawn.get(space);
    if (old && this.standing.get(space) === codes) {
      for (const running of old.firstChild.getAnimations()) running.cancel();
      return old;
    }
    old?.remove();
    this.drawn.delete(space);
    this.standing.delete(space);
    if (codes) {
      const { x, y } = this.geometry.spaces.get(space);
      const element = s(
        "g",
        { transform: `translate(${x} ${y})`, "data-at": space, "data-piece": codes },
        s("g", { class: "mover" }, drawPieces(codes, this.looks)),
      );
      this.layers.pieces.append(element);
      this.drawn.set(space, element);
      this.standing.set(space, codes);
    }
    this.changed(space);
    return this.drawn.get(space);
  }

  /** Let changes happen before the eyes of the player, step by step; resolves when all have happened. @param {Change[]} changes */
  async play(changes) {
    const run = ++this.turnsPlayed;
    const after = new Map(this.standing);
    for (const change of changes) apply(after, change);
    const speed = this.options.speed?.() ?? 1;
    const steps = [...new Set(changes.map((change) => change.step ?? 0))].sort((a, b) => a - b);
    for (const step of steps) {
      if (motion.still(speed) || run !== this.turnsPlayed) break;
      const now = changes.filter((change) => (change.step ?? 0) === step);
      this.reveal(changes, step);
      this.sound(now);
      await Promise.all(now.map((change) => this.move(change, changes, speed, run)));
    }
    if (run !== this.turnsPlayed) return;
    if (motion.still(speed)) this.sound(changes);
    this.show(after);
  }

  sound(changes) {
    for (const kind of new Set(changes.map((change) => change.kind))) this.options.sound?.(kind);
  }

  /** One change. What it does only half way, it no longer does when something else has been shown since. @param {Change} change */
  move(change, all, speed, run) {
    const { kind, space, piece = "", to = "" } = change;
    const current = () => run === this.turnsPlayed;
    const mover = () => this.drawn.get(space)?.firstChild;
    if (kind === "place") {
      const shown = this.put(space, (this.standing.get(space) ?? "") + piece);
      return motion.place(shown.firstChild, speed, this.dropHeight(space));
    }
    if (kind === "turn") {
      const swap = () => {
        if (!current()) return;
        fill(mover(), drawPieces(piece, this.looks));
        this.drawn.get(space).dataset.piece = piece;
      };
      this.standing.set(space, piece);
      this.changed(space);
      return mover() ? motion.turn(mover(), swap, speed, this.delay(space, all)) : Promise.resolve();
    }
    if (kind === "remove")
      return mover() ? motion.remove(mover(), speed).then(() => current() && this.put(space, "")) : Promise.resolve();
    if (kind === "fall" || kind === "move") {
      const [from, onto] = [this.geometry.spaces.get(space), this.geometry.spaces.get(to)];
      const codes = this.standing.get(space) ?? piece;
      this.put(space, "");
      const way = kind === "fall" ? motion.fall : motion.slide;
      return way(this.put(to, codes).firstChild, onto.x - from.x, onto.y - from.y, speed);
    }
    return motion.burn(this.put(space, BURNED).firstChild, speed);
  }

  /** In a rack a piece comes from above the highest space. */
  dropHeight(space) {
    const { geometry } = this;
    return geometry.layout.shape === "hole" ? geometry.spaces.get(space).y - geometry.board.y + 60 : 0;
  }

  /** Flips run outwards from the piece that caused them. */
  delay(space, changes) {
    const at = this.geometry.spaces.get(space);
    const from = changes
      .filter((change) => change.kind === "place")
      .map((change) => this.geometry.spaces.get(change.space));
    return from.length ? Math.min(...from.map((place) => Math.hypot(place.x - at.x, place.y - at.y))) * 0.55 - 55 : 0;
  }

  // --- what is drawn around the pieces

  /** Mark the spaces of the last move: the more there are, the quieter. @param {string[]} spaces */
  mark(spaces) {
    fill(
      this.layers.marks,
      spaces.map((name) => {
        const { x, y } = this.geometry.spaces.get(name);
        return s("circle", { class: ["last", spaces.length > 1 && "one-of-many"], cx: x, cy: y, r: 47 });
      }),
    );
  }
}
