/** Machines of a game on one screen think here: their moves are given to the table, and where that fails the server is told. */

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
    /** What is being thought about: version and seat. */
    this.busy = new Set();
  }

  stop() {
    this.lends = false;
  }

  /** See whose move is due. What is found is for the table alone, and is shown when the table shows it. @param {any} table */
  look(table) {
    this.table = table;
    if (!this.lends || !table.offline || table.host !== this.link.guest || table.status !== "playing") return;
    this.ready ??= this.prepare().catch(() => undefined);
    for (const seat of owing(table))
      if (table.seats[seat].machine) this.think(seat, table.seats[seat].machine, table.turn_version);
  }

  /** The engine is loaded while the person thinks. */
  async prepare() {
    const machines = this.table.seats.map((seat) => seat.machine);
    if ((await engines()).some(({ player }) => machines.includes(player)))
      await (await import("../engine/analyse.js")).prepare(this.room);
  }

  async think(seat, machine, version) {
    const key = `${version} ${seat}`;
    if (this.busy.has(key)) return;
    this.busy.add(key);
    try {
      if (!(await engines()).some(({ player }) => player === machine)) return; // it thinks at the server in any case
      await this.ready;
      const { chooseMove } = await import("../engine/analyse.js");
      const text = await chooseMove({ room: this.room, seat });
      if (!this.lends || this.table.turn_version !== version) return;
      if (text === null) return this.giveUp();
      await this.link.ask({ type: "deliver", seat, text, version });
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
