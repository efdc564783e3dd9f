/** In a game on one screen engines think here: machines' moves, their answers to offers of a draw, hints. Where that fails the server is told. */

import { engines } from "../lib/api.js";
import { owing } from "./state.js";

/** Refusals that only say that the table has gone on, or that nobody is there to hear of it. */
const OVERTAKEN = ["stale", "already-accepted", "not-your-turn", "not-playing", "connection", "closed"];

export class Lender {
  /** @param {import("../lib/link.js").Link} link @param {string} room */
  constructor(link, room) {
    this.link = link;
    this.room = room;
    this.lends = link.lends;
    /** When the engine is loaded, or cannot be. @type {Promise<void> | null} */
    this.ready = null;
    /** What is being thought about: what for, version and seat. */
    this.busy = new Set();
  }

  stop() {
    this.lends = false;
  }

  /** See what is due from an engine. What is found is for the table alone, and is shown when the table shows it. @param {any} table */
  look(table) {
    this.table = table;
    if (!this.lends || !table.offline || table.host !== this.link.guest || table.status !== "playing") return;
    this.ready ??= this.prepare().catch(() => undefined);
    for (const seat of owing(table)) if (table.seats[seat].machine) this.think("move", seat);
    if (table.offer?.kind === "draw")
      for (const seat of table.offer.waiting) if (table.seats[seat].machine) this.think("draw", seat);
    if (table.hint_due !== null) this.think("hint", table.hint_due);
  }

  /** The engine is loaded while the person thinks. */
  async prepare() {
    const machines = this.table.seats.map((seat) => seat.machine);
    if ((await engines()).some(({ player }) => machines.includes(player)))
      await (await import("../engine/analyse.js")).prepare(this.room);
  }

  /** @param {"move" | "draw" | "hint"} need @param {number} seat */
  async think(need, seat) {
    const version = this.table.turn_version;
    const key = `${need} ${version} ${seat}`;
    if (this.busy.has(key)) return;
    this.busy.add(key);
    try {
      const { machine } = this.table.seats[seat];
      if (need !== "hint" && !(await engines()).some(({ player }) => player === machine)) return; // it thinks at the server in any case
      await this.ready;
      const thought = await (await import("../engine/analyse.js")).think({ room: this.room, seat, need });
      if (!this.lends || this.table.turn_version !== version) return;
      if (!thought) return this.giveUp();
      if (need === "move") await this.link.ask({ type: "deliver", seat, text: thought.move, version });
      else await this.link.ask({ type: "advise", kind: need, seat, version, thought });
    } catch (error) {
      if (!OVERTAKEN.includes(error.code)) this.giveUp();
    } finally {
      this.busy.delete(key);
    }
  }

  /** From now on the server's workers think for this table. */
  giveUp() {
    this.lends = false;
    this.link.ask({ type: "lend", on: false }).catch(() => undefined);
  }
}
