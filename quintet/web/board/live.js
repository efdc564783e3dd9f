/** A board that is played on: its spaces are clicked, walked and heard, and what is chosen, advised or won is drawn around the pieces. */

import { fill, s } from "../lib/dom.js";
import { Board } from "./board.js";
import { Cells } from "./cells.js";
import { drawOwners, revealed } from "./owners.js";
import { BURNED, drawPieces } from "./pieces.js";
import { drawTally } from "./tally.js";

export class LiveBoard extends Board {
  /**
   * @param {any} layout
   * @param {{labels?: boolean, title?: string, speed?: () => number, sound?: (kind: string) => void,
   *   onpick?: (space: string, how: "mouse" | "touch" | "key", again?: boolean) => void, onhover?: (space: string | null) => void}} [options]
   */
  constructor(layout, options = {}) {
    super(layout, options);
    this.options = options; // which says more than a picture has to know
    this.names = new Map([[BURNED, "burned"], ...layout.palette.map((piece) => [piece.code, piece.name])]);
    /** The marks of the last move. @type {[string[], import("./owners.js").Owners]} */
    this.marked = [[], {}];
    this.cells = new Cells(this, options);
    this.svg.append(this.cells.element);
    this.svg.setAttribute("role", "none"); // what is heard is the grid in it, under the same name
    this.svg.removeAttribute("aria-label");
    this.element.classList.add("live");
  }

  changed(space) {
    this.cells.describe(space);
  }

  /** Mark the spaces of the last move, or where several moved at once, whose it was. @param {string[]} spaces @param {import("./owners.js").Owners} [owners] */
  mark(spaces, owners = {}) {
    this.marked = [spaces, owners];
    super.mark(spaces.filter((space) => !owners[space]));
    fill(this.layers.owners, drawOwners(this, owners));
  }

  /** Where several moved at once nothing is marked before it is there, and whose it is comes with it. */
  reveal(changes, step) {
    if (!changes.some(({ seat }) => seat !== undefined)) return;
    const last = Math.max(...changes.map((change) => change.step ?? 0));
    if (step < last) super.mark([]);
    else super.mark(this.marked[0].filter((space) => !this.marked[1][space]));
    fill(this.layers.owners, drawOwners(this, revealed(changes.filter((change) => (change.step ?? 0) <= step), this.marked[1])));
  }

  /** What stands on a space, in words. */
  words(codes) {
    if (!codes) return "empty";
    const kinds = [...new Set(codes)].map((code) => this.names.get(code) ?? code).join(" and ");
    return codes.length > 1 ? `${codes.length} ${kinds}` : kinds;
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
