/** The connection to the server: one WebSocket that comes back by itself, with an answer for every question. */

const PROTOCOL = 1;
const WAITS = [300, 700, 1500, 3000, 6000];
/** When what the server says of the time is believed over what we think it is. */
const OUT_OF_STEP_MS = 1000;

/** What the server said no to: a code for programs, a sentence for people. */
export class RefusedError extends Error {
  constructor(code, text) {
    super(text);
    this.code = code;
  }
}

export class Link extends EventTarget {
  constructor() {
    super();
    this.guest = "";
    /** Server time minus our time, in milliseconds. */
    this.offset = 0;
    this.state = "connecting";
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {string | null} */
    this.room = null;
    /** Does this page think for the machines of a game on one screen? */
    this.lends = false;
    this.lobby = false;
    this.bench = false;
    this.nextId = 1;
    this.tries = 0;
    /** @type {Map<number, {resolve: (message: any) => void, reject: (error: Error) => void}>} */
    this.waiting = new Map();
    /** Watches from the first table on. @type {import("./pulse.js").Pulse | null} */
    this.pulse = null;
    addEventListener("online", () => this.state === "lost" && this.connect());
    this.connect();
  }

  /** The server's time in milliseconds. */
  now() {
    return performance.now() + this.offset; // even: nobody sets this clock
  }

  connect() {
    clearTimeout(this.timer);
    this.socket?.close();
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    this.socket = socket;
    this.pulse?.asked();
    socket.addEventListener("open", () =>
      this.push({ type: "hello", protocol: PROTOCOL, client: "browser", id: this.nextId++ }),
    );
    socket.addEventListener("message", (event) => this.socket === socket && this.receive(JSON.parse(event.data)));
    socket.addEventListener("close", () => this.socket === socket && this.lost());
  }

  async watch() {
    const { Pulse } = await import("./pulse.js");
    this.pulse ??= new Pulse({ ask: () => this.feel(), slow: () => this.become(this.state), dead: () => this.abandon() });
  }

  /** Does the server still answer? */
  feel() {
    if (this.state !== "open") return;
    this.pulse?.asked();
    this.push({ type: "ping", id: this.nextId++ });
  }

  /** A connection on which nothing comes any more is none. */
  abandon() {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.lost();
  }

  lost() {
    this.pulse?.rest();
    for (const { reject } of this.waiting.values())
      reject(new RefusedError("connection", "The connection was lost; your move may be sent again."));
    this.waiting.clear();
    if (this.state === "ended") return;
    this.become("lost");
    const wait = this.comeBack ?? WAITS[Math.min(this.tries, WAITS.length - 1)];
    this.comeBack = undefined;
    this.tries += 1;
    this.timer = setTimeout(() => this.connect(), wait * (0.8 + Math.random() * 0.4));
  }

  become(state) {
    this.state = state;
    this.dispatchEvent(new CustomEvent("state", { detail: state }));
  }

  /** What is said into a connection that is just being closed is said to nobody: what is still wanted is said on the next one. */
  push(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Send a command; resolves with its answer, rejects with a RefusedError. @param {any} message @returns {Promise<any>} */
  ask(message) {
    if (this.state !== "open")
      return Promise.reject(new RefusedError("connection", "There is no connection to the server; wait a moment."));
    const id = this.nextId++;
    this.pulse?.asked();
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.push({ ...message, id });
    });
  }

  // --- the room and the list of rooms that are followed, across connections

  /** A connection that the server has ended is opened anew by whoever next wants something. */
  wake() {
    if (this.state !== "ended") return;
    this.become("connecting");
    this.connect();
  }

  join(room) {
    this.room = room;
    this.wake();
    if (!this.pulse) this.watch().catch(() => undefined);
    if (this.state === "open") this.push({ type: "join", room, words: true, lends: this.lends, id: (this.joinId = this.nextId++) });
  }

  part() {
    if (this.room && this.state === "open") this.push({ type: "part", id: this.nextId++ });
    this.room = null;
  }

  follow(on) {
    this.lobby = on;
    if (on) this.wake();
    if (this.state === "open") this.push({ type: "lobby", follow: on, id: this.nextId++ });
  }

  /** Follow, or no longer, the list of who can be given a seat: it comes as `players`. */
  followBench(on) {
    this.bench = on;
    if (this.state === "open") this.push({ type: "bench", follow: on, id: this.nextId++ });
  }

  receive(message) {
    this.pulse?.heard();
    if (message.type === "welcome") this.welcome(message);
    if (message.type === "update" && Math.abs(message.at - this.now()) > OUT_OF_STEP_MS)
      this.offset += message.at - this.now(); // the server stood still, or another one answers
    if (message.type === "bye") {
      this.comeBack = message.reconnect_ms;
      if (message.reconnect_ms === undefined || message.reconnect_ms === null) this.become("ended");
    }
    const asked = message.id ? this.waiting.get(message.id) : undefined;
    if (asked) this.waiting.delete(message.id);
    this.dispatchEvent(new CustomEvent(message.type, { detail: message }));
    if (message.type === "refused") {
      if (asked) asked.reject(new RefusedError(message.code, message.text));
      else if (message.id === this.joinId) this.dispatchEvent(new CustomEvent("no-room", { detail: message }));
    } else asked?.resolve(message);
  }

  welcome(message) {
    this.guest = message.guest;
    this.offset = message.now - performance.now();
    this.tries = 0;
    this.become("open");
    if (this.room) this.join(this.room);
    if (this.lobby) this.follow(true);
    if (this.bench) this.followBench(true);
  }
}
