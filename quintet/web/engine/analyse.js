/**
 * `analyse`: what is known of a position, from the engine in this page or, where that cannot be, from the server's.
 * Whoever asks need not know which.
 */

import { packPosition, serverAnalysis } from "../lib/learning.js";
import { able } from "./able.js";
import { run } from "./crew.js";
import { UnableError } from "./module.js";

/** How long the server's workers are asked to think, one question after the other: each answer is a step. */
const SERVER_SECONDS = [0.15, 0.6, 2];

/**
 * Which position: that of a room after so many plies (all if nothing is said), or of a game of one's own after its moves.
 * @typedef {{room?: string, plies?: number, game?: string, options?: any, start?: any, moves?: [number, string][], seat?: number}} Position
 * How far to look, whichever ends first (a second if nothing is said), how many of the best moves, and which others.
 * @typedef {{seconds?: number, nodes?: number, lines?: number, also?: string[]}} Wanted
 * @typedef {import("./answer.js").Analysis} Analysis
 */

/**
 * Look at a position; `onStep` hears of everything that is found on the way, the end included, and where it was found.
 * @param {Position & Wanted} question
 * @param {(analysis: Analysis, where: "page" | "server") => void} [onStep]
 * @returns {{stop: () => void, done: Promise<Analysis | null>}} `stop` ends it at once. `done` is the last that was found
 *   (null if it was stopped before anything was); it rejects with a sentence where nobody can answer
 */
export function analyse({ seconds, nodes, lines = 3, also = [], ...position }, onStep = () => undefined) {
  const asked = {
    goal: "study",
    seconds: seconds ?? (nodes === undefined ? 1 : null),
    nodes: nodes ?? null,
    lines,
    also,
    loss: 0,
    seed: 0,
  };
  const state = { stopped: false, stop: () => undefined };
  let last = null;
  const step = (where) => (found) => {
    if (state.stopped) return;
    last = found;
    onStep(found, where);
  };

  async function work() {
    if (able()) {
      try {
        const packed = await packPosition(position);
        if (state.stopped) return last;
        const running = run(packed, asked, step("page"));
        state.stop = running.stop;
        await running.done;
        return last;
      } catch (error) {
        if (!(error instanceof UnableError) && error.code !== "no-module") throw error;
      }
    }
    return atServer();
  }

  async function atServer() {
    const budgets = seconds === undefined && nodes !== undefined ? [null] : upTo(asked.seconds);
    for (const budget of budgets) {
      if (state.stopped) break;
      const abort = new AbortController();
      state.stop = () => abort.abort();
      const question = { ...position, seconds: budget, nodes: asked.nodes, lines, also };
      try {
        step("server")(await serverAnalysis(question, abort.signal));
      } catch (error) {
        if (!state.stopped && !last) throw error;
        break;
      }
    }
    return last;
  }

  const done = work();
  done.catch(() => undefined); // whoever listens to steps alone need not catch it
  const stop = () => {
    state.stopped = true;
    state.stop();
  };
  return { stop, done };
}

const upTo = (seconds) => [...SERVER_SECONDS.filter((one) => one < seconds), Math.min(seconds, SERVER_SECONDS.at(-1))];

/** Load the engine for a room's game before it is needed. @param {string} room */
export async function prepare(room) {
  try {
    await run(await packPosition({ room }), { goal: "load", seconds: null }, () => undefined).done;
  } catch {
    // whoever then asks is told
  }
}

/**
 * What the engine of this screen thinks where it is asked: a machine's move, whether it takes a draw, or a hint. Null where that
 * must be left to the server; rejects where it is no longer asked.
 * @param {{room: string, seat: number, need?: "move" | "draw" | "hint"}} where @returns {Promise<import("./answer.js").Thought | null>}
 */
export async function think(where) {
  try {
    const packed = await packPosition({ ...where, machine: true });
    const asked = { goal: "think", lines: 1, also: [], ...packed.order };
    const found = (await run(packed, asked, () => undefined).done)?.thought ?? null;
    const { move } = packed.order; // of a level that goes by first sight
    return found && move ? { ...found, move, exact: false, line: [move], drawn_from: 0 } : found;
  } catch (error) {
    if (error.code === "stale" || error.code === "connection") throw error;
    return null;
  }
}
