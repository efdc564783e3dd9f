/** What was counted at an earlier position: asked of the server when somebody steps back, and kept. */

import { infoAt } from "../lib/api.js";

export class Past {
  /** @param {string} room @param {() => void} changed called when something that was asked for is there */
  constructor(room, changed) {
    this.room = room;
    this.changed = changed;
    /** What was counted when everything on the board was last where it belongs. @type {any} */
    this.rested = null;
    this.forget();
  }

  /** Moves were taken back, or may have been: what stood there once may be something else now. */
  forget() {
    this.known = new Map();
  }

  /** The table with what was counted after so many plies; as it is now until that is known. @param {any} table */
  at(table, plies) {
    if (plies >= table.plies.length) return table;
    if (!this.known.has(plies)) this.fetch(plies);
    const then = this.known.get(plies);
    return then ? { ...table, info: then.info, said: { ...table.said, counts: then.counts } } : table;
  }

  /** What is counted belongs to what is shown: what a ply leads to is counted once it has happened. @param {any} table @param {import("./play.js").Play} play */
  counted(table, play) {
    const then = this.at(table, play.shown);
    if (!play.moving) this.rested = then.said.counts;
    const counts = play.moving && this.rested ? this.rested : null;
    return counts ? { ...then, said: { ...then.said, counts }, outcome: null } : then;
  }

  async fetch(plies) {
    const { known } = this;
    known.set(plies, null);
    try {
      known.set(plies, await infoAt(this.room, plies));
      this.changed();
    } catch {
      known.delete(plies); // asked again at the next step
    }
  }
}
