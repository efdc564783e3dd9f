/**
 * Whose move is made at a screen that several people share, where their seats choose at the same time: once one of them
 * has sealed a move, the holder of another comes to the screen before anything of that seat's move is shown or made.
 */

export class Hands {
  constructor() {
    /** The seat whose move is being made. @type {number | undefined} */
    this.seat = undefined;
    /** Must its holder come to the screen first? */
    this.handing = false;
    /** The seat whose holder is there. @type {number | undefined} */
    this.here = undefined;
    this.turn = -1;
    /** The seats that have chosen. @type {Set<number>} */
    this.done = new Set();
  }

  /** The seat that is to be asked now: the first that has not chosen, unless somebody chose one. @param {any} table */
  follow({ prompts, sealed, turn_version: turn }) {
    const asked = prompts.map((prompt) => prompt.seat);
    const done = new Set(sealed.map(([seat]) => seat).filter((seat) => asked.includes(seat)));
    if (turn !== this.turn) {
      this.turn = turn;
      this.seat = this.here = undefined;
      this.done = new Set();
    }
    const known = asked.includes(this.seat);
    if (!known || (done.has(this.seat) && !this.done.has(this.seat)))
      this.seat = asked.find((seat) => !done.has(seat)) ?? (known ? this.seat : asked[0]);
    this.done = done;
    this.look(asked.length > 1);
    return this.seat;
  }

  /** Somebody wants to make the move of this seat, which is asked too. @param {number} seat */
  choose(seat) {
    this.seat = seat;
    this.look(true);
  }

  /** The holder of the seat is at the screen. */
  arrive() {
    this.here = this.seat;
    this.handing = false;
  }

  look(several) {
    if (!this.done.size) this.here = this.seat; // nothing to hide yet
    this.handing = several && this.seat !== this.here;
  }
}
