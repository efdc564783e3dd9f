/** Is anybody still there? A connection can die without a word, or become slow: both are noticed, and the player is told. */

/** How often it is looked at. */
const TICK_MS = 500;
/** After so long without a word the server is asked for one. */
const QUIET_MS = 15_000;
/** Who has asked, and heard nothing at all for so long, is told that it takes long; */
const SLOW_MS = 2_500;
/** and then that the connection is lost. */
const DEAD_MS = 12_000;

export class Pulse {
  /** @param {{ask: () => void, slow: (is: boolean) => void, dead: () => void}} ways */
  constructor(ways) {
    this.ways = ways;
    this.isSlow = false;
    this.heardAt = this.tickedAt = performance.now();
    /** Since when an answer is waited for; null while none is. @type {number | null} */
    this.askedAt = null;
    setInterval(() => this.tick(), TICK_MS);
    for (const change of ["online", "offline"]) addEventListener(change, () => ways.ask()); // a server on this machine is there all the same
    document.addEventListener("visibilitychange", () => document.hidden || ways.ask());
  }

  /** Something was asked: from now on a word is expected. */
  asked() {
    this.askedAt ??= performance.now();
  }

  /** The server has said something, whatever it is. */
  heard() {
    this.heardAt = performance.now();
    this.rest();
  }

  /** Nothing is expected any more. */
  rest() {
    this.askedAt = null;
    this.tell(false);
  }

  tell(slow) {
    if (slow === this.isSlow) return;
    this.isSlow = slow;
    this.ways.slow(slow);
  }

  tick() {
    const now = performance.now();
    const stoodStill = now - this.tickedAt > 4 * TICK_MS; // this page itself: what has come was not looked at yet
    this.tickedAt = now;
    if (this.askedAt === null) {
      if (now - this.heardAt > QUIET_MS) this.ways.ask();
    } else if (stoodStill) this.askedAt = now;
    else if (now - this.askedAt > DEAD_MS) {
      this.rest();
      this.ways.dead();
    } else this.tell(now - this.askedAt > SLOW_MS);
  }
}
