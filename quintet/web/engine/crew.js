/** The workers of this page: a few at most, each with one game's engine, started when they are needed and sent home after a while. */

import { UnableError } from "./module.js";

const MOST = Math.max(2, Math.min(4, (navigator.hardwareConcurrency || 2) - 1));
const IDLE_MS = 60_000;
/** How long a worker that is told to stop may finish its step; then it is ended. */
const STOPPING_MS = 250;
/** How much longer than its time a worker may be silent: loading takes a while. */
const SILENT_MS = 8000;
/** Where no time was given, only nodes. */
const LONGEST_MS = 120_000;

/** @typedef {{id: number, packed: any, asked: any, onStep: (found: any) => void, resolve: (found: any) => void, reject: (error: Error) => void, stopped: boolean}} Task */

class Hand {
  constructor() {
    this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.game = "";
    /** @type {Task | null} */
    this.task = null;
    this.worker.addEventListener("message", ({ data }) => this.heard(data));
    this.worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.fail("The engine cannot be started in this browser.");
    });
    this.worker.addEventListener("messageerror", () => this.fail("The engine's answer could not be read."));
  }

  /** @param {Task} task */
  give(task) {
    clearTimeout(this.idle);
    this.task = task;
    this.game = task.packed.game;
    this.worker.postMessage({ id: task.id, packed: task.packed, asked: task.asked });
    this.wait();
  }

  /** Whoever says nothing for too long has died. A page that was asleep gives it another while. */
  wait() {
    const { seconds } = this.task.asked;
    const patience = (seconds === null ? LONGEST_MS : seconds * 1000) + SILENT_MS;
    const due = performance.now() + patience;
    clearTimeout(this.watch);
    this.watch = setTimeout(() => {
      if (performance.now() > due + SILENT_MS) this.wait();
      else this.fail("The engine in this page does not answer.");
    }, patience);
  }

  heard({ id, step, done, failed }) {
    const { task } = this;
    if (!task || id !== task.id) return;
    if (failed) {
      this.finish();
      task.reject(new UnableError(failed));
    } else if (step) {
      this.wait();
      if (!task.stopped) task.onStep(step);
    } else {
      this.finish();
      task.resolve(done);
    }
  }

  finish() {
    clearTimeout(this.watch);
    clearTimeout(this.stopping);
    this.task = null;
    this.idle = setTimeout(() => dismiss(this), IDLE_MS);
    next();
  }

  /** The work is wanted no more: let the step end if it is a short one, for what was learned is worth keeping. */
  stop() {
    this.worker.postMessage({ id: this.task.id, stop: true });
    this.stopping = setTimeout(() => this.end((task) => task.resolve(null)), STOPPING_MS);
  }

  fail(text) {
    this.end((task) => task.reject(new UnableError(text)));
  }

  /** @param {(task: Task) => void} tell */
  end(tell) {
    const { task } = this;
    this.task = null;
    clearTimeout(this.watch);
    clearTimeout(this.stopping);
    dismiss(this);
    if (task) tell(task);
    next();
  }
}

/** @type {Hand[]} */
let hands = [];
/** @type {Task[]} */
let waiting = [];
let lastId = 0;

function dismiss(hand) {
  clearTimeout(hand.idle);
  hand.worker.terminate();
  hands = hands.filter((other) => other !== hand);
}

/** Whoever is free takes what waits; one who has the game's engine already, if there is one. */
function next() {
  while (waiting.length) {
    const free = hands.filter((hand) => !hand.task);
    const { game } = waiting[0].packed;
    let hand = free.find((one) => one.game === game) ?? (hands.length < MOST ? null : free[0]);
    if (hand === undefined) return;
    const task = waiting.shift();
    if (hand === null) {
      try {
        hand = new Hand();
      } catch {
        task.reject(new UnableError("The engine cannot be started in this browser."));
        continue;
      }
      hands.push(hand);
    }
    hand.give(task);
  }
}

/**
 * Have a worker think about a packed position.
 * @param {any} packed what the server sent of it @param {any} asked what is wanted @param {(found: any) => void} onStep
 * @returns {{stop: () => void, done: Promise<any>}} `done` is what was found in the end, null after a stop; UnableError where it cannot be done here
 */
export function run(packed, asked, onStep) {
  /** @type {any} */
  const task = { id: ++lastId, packed, asked, onStep, stopped: false };
  const done = new Promise((resolve, reject) => Object.assign(task, { resolve, reject }));
  waiting.push(task);
  next();
  const stop = () => {
    if (task.stopped) return;
    task.stopped = true;
    const hand = hands.find((one) => one.task === task);
    if (hand) hand.stop();
    else if (waiting.includes(task)) {
      waiting = waiting.filter((other) => other !== task);
      task.resolve(null);
    }
  };
  return { stop, done };
}
