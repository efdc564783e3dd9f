/** What the server is asked by those who solve puzzles. */

import { fetchJson } from "./api.js";

/** Which puzzles there are, and how one stands. @returns {Promise<any>} */
export const puzzleList = () => fetchJson("/api/puzzles");

/** A puzzle to be solved. @returns {Promise<any>} */
export const puzzleOf = (id) => fetchJson(`/api/puzzles/${encodeURIComponent(id)}`);

/** What is said of a try; an empty one gives up. @param {string} id @param {any} tried @returns {Promise<any>} */
export const tryPuzzle = (id, tried) =>
  fetchJson(`/api/puzzles/${encodeURIComponent(id)}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(tried),
  });

/** Which puzzle of a game comes next. @returns {Promise<any>} */
export const nextPuzzle = (name) => fetchJson(`/api/puzzles/next/${encodeURIComponent(name)}`, { method: "POST" });
