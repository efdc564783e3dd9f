/** A board on the page: draws a layout, shows what stands on it, animates changes, and says which space was picked. */

import { fill, h, s } from "../lib/dom.js";
import { Geometry } from "./geometry.js";
import { drawFace, drawGround, drawLabels } from "./ground.js";
import { drawOwners, drawRings, revealed } from "./marks.js";
import * as motion from "./motion.js";
import { BURNED, drawPieces, looksOf } from "./pieces.js";
import { Cells } from "./cells.js";
import { drawTally } from "./tally.js";

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
   * @param {{labels?: boolean, title?: string, live?: boolean, speed?: () => number, sound?: (kind: string) => void,
   *   onpick?: (space: string, how: "mouse" | "touch" | "key", again?: boolean) => void, onhover?: (space: string | null) => void}} [options]
   *   `live` boards can be played on; the others are pictures.
   */
  constructor(layout, options = {}) {
    this.options = options;
    this.geometry = new Geometry(layout, options.labels ?? true);
    /** @type {Map<string, string>} */
    this.standing = new Map();
    /** @type {Map<string, any>} */
    this.drawn = new Map();
    this.names = new Map([[BURNED, "burned"], ...layout.palette.map((piece) => [piece.code, piece.name])]);
    this.looks = looksOf(layout);
    this.turnsPlayed = 0;
    /** The marks of the last move. @type {[string[], import("./marks.js").Owners]} */
    this.marked = [[], {}];
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
    if (options.live) {
      this.cells = new Cells(this, options);
      this.svg.append(this.cells.element);
    } else this.svg.setAttribute("role", "img");
    if (options.title) this.svg.setAttribute("aria-label", options.title);
    const surface = h("div", { class: `surface of-${layout.surface}` });
    Object.assign(surface.style, geometry.share(geometry.board));
    const element = h(
      "div",
      { class: ["board", `is-${layout.shape}`, options.live && "live"] },
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

  /** What stands on a space, in words. */
  words(codes) {
    if (!codes) return "empty";
    const kinds = [...new Set(codes)].map((code) => this.names.get(code) ?? code).join(" and ");
    return codes.length > 1 ? `${codes.length} ${kinds}` : kinds;
  }

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
    this.cells?.describe(space);
    return this.drawn.get(space);
  }

  /** Let changes happen before the eyes of the player, step by step; resolves when all have happened. @param {Change[]} changes */
  async play(changes) {
    const run = ++this.turnsPlayed;
    const after = new Map(this.standing);
    for (const change of changes) apply(after, change);
    const speed = this.options.speed?.() ?? 1;
    const together = changes.some(({ seat }) => seat !== undefined);
    const steps = [...new Set(changes.map((change) => change.step ?? 0))].sort((a, b) => a - b);
    for (const step of steps) {
      if (motion.still(speed) || run !== this.turnsPlayed) break;
      const now = changes.filter((change) => (change.step ?? 0) === step);
      if (together) this.reveal(changes.filter((change) => (change.step ?? 0) <= step));
      this.sound(now);
      await Promise.all(now.map((change) => this.move(change, changes, speed, run)));
    }
    if (run !== this.turnsPlayed) return;
    if (motion.still(speed)) this.sound(changes);
    this.show(after);
    this.mark(...this.marked);
  }

  /** Where several moved at once: nothing is marked before it is there, and whose it is comes with it. @param {Change[]} changes */
  reveal(changes) {
    fill(this.layers.marks);
    fill(this.layers.owners, drawOwners(this, revealed(changes, this.marked[1])));
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
      this.cells?.describe(space);
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

  /** Mark the spaces of the last move, and whose it was where several moved. @param {string[]} spaces @param {import("./marks.js").Owners} [owners] */
  mark(spaces, owners = {}) {
    this.marked = [spaces, owners];
    fill(this.layers.marks, drawRings(this, spaces.filter((space) => !owners[space])));
    fill(this.layers.owners, drawOwners(this, owners));
  }

  /** What a result rests on; nothing while the game goes on. @param {any[]} groups @param {number[]} winners */
  tally(groups, winners = []) {
    const shown = JSON.stringify([groups, winners]);
    if (this.shownTally === shown) return;
    this.shownTally = shown;
    fill(this.layers.tally, drawTally(this, groups, winners));
  }

  /** Dots where something may be played. @param {Iterable<string>} spaces @param {string} name of the kind of dot */
  hint(spaces, name = "target") {
    fill(
      this.layers.hints,
      [...spaces].map((space) => {
        const { x, y } = this.geometry.spaces.get(space);
        return name === "target"
          ? s("circle", { class: "target", cx: x, cy: y, r: this.standing.has(space) ? 47 : 13 })
          : s("rect", { class: name, x: x - 46, y: y - 46, width: 92, height: 92, rx: 14 });
      }),
    );
  }

  /** Crosses on spaces that look open and are forbidden. @param {string[]} spaces */
  bar(spaces) {
    fill(
      this.layers.bars,
      spaces.map((space) => {
        const { x, y } = this.geometry.spaces.get(space);
        return s("path", { class: "barred", d: `M${x - 14} ${y - 14}l28 28m0 -28l-28 28` });
      }),
    );
  }

  /** Show that the piece on a space is in the player's hand; empty for none. @param {string} space */
  lift(space) {
    for (const [name, element] of this.drawn) element.classList.toggle("lifted", name === space);
  }

  /** How wide a space is, in pixels. */
  get cellWidth() {
    return (this.svg.clientWidth / this.geometry.view.width) * 100;
  }

  /** Are the spaces so small that a finger covers several? */
  tiny() {
    return this.cellWidth < 30;
  }

  /** Lines through the whole board that show, from under a finger, where a piece will go. */
  cross(x, y) {
    const { board } = this.geometry;
    return s("path", { class: "cross-hair", d: `M${board.x - x} 0h${board.width}M0 ${board.y - y}v${board.height}` });
  }

  /** Pieces that are not played yet. @param {{space: string, codes: string, kind: string}[]} ghosts */
  ghost(ghosts) {
    const shown = JSON.stringify(ghosts);
    if (this.shownGhosts === shown && this.layers.ghosts.childNodes.length === ghosts.length) return;
    this.shownGhosts = shown;
    fill(
      this.layers.ghosts,
      ghosts.map(({ space, codes, kind }) => {
        const { x, y } = this.geometry.spaces.get(space);
        const picture = codes ? drawPieces(codes, this.looks) : s("circle", { class: "ring", r: 47 });
        const cross = kind === "chosen" && this.tiny() ? this.cross(x, y) : null;
        return s("g", { class: `ghost ${kind}`, transform: `translate(${x} ${y})` }, cross, picture);
      }),
    );
  }
}
