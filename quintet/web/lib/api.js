/** What the server answers by HTTP: games, rules, rooms. Whatever has been asked once is kept. */

import { RefusedError } from "./link.js";

const kept = new Map();
/** Longer ones do not fit into the head of a request: a board of somebody's own, for example. */
const LONGEST_QUERY = 4000;
const unreachable = () => new RefusedError("connection", "The server cannot be reached; try again in a moment.");

async function fetchJson(path, init) {
  const answer = await fetch(path, init).catch(() => {
    throw unreachable();
  });
  const data = await answer.json().catch(() => {
    if (answer.ok) throw unreachable(); // the connection broke off in the middle
    return {};
  });
  if (!answer.ok) throw new RefusedError(data.code ?? "refused", data.text ?? `The server answered ${answer.status}.`);
  return data;
}

/** @param {string} path @param {() => Promise<any>} [ask] @returns {Promise<any>} */
function once(path, ask = () => fetchJson(path)) {
  if (!kept.has(path)) {
    const answer = ask();
    answer.catch(() => kept.delete(path));
    kept.set(path, answer);
  }
  return kept.get(path);
}

/** Every game: name, title, seats and options. @returns {Promise<any[]>} */
export const games = () => once("/api/games");

/** One game with its layout and start position. @param {string} name @param {Record<string, any>} options */
export async function describe(name, options = {}) {
  const path = `/api/games/${encodeURIComponent(name)}`;
  const body = JSON.stringify(options);
  const query = Object.keys(options).length ? `?options=${encodeURIComponent(body)}` : "";
  const long = query.length > LONGEST_QUERY;
  const data = await once(path + query, long ? () => fetchJson(path, { method: "POST", body }) : undefined);
  return { ...data, layout: { palette: data.palette, ...data.layout } };
}

/** A rule page: Markdown, and its examples as data. @returns {Promise<any>} */
export const rules = (name) => once(`/api/rules/${encodeURIComponent(name)}`);

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

/** Every lesson: name, title, minutes, steps. @returns {Promise<any[]>} */
export const lessonList = () => once("/api/learn");

/** A lesson as a whole. @returns {Promise<any>} */
export const lessonOf = (name) => once(`/api/learn/${encodeURIComponent(name)}`);

/** Where a learner stands, or what is answered to a move. @param {string} name @param {any} question @returns {Promise<any>} */
export const teach = (name, question) =>
  fetchJson(`/api/learn/${encodeURIComponent(name)}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(question),
  });

/** A short game to look at: the board it starts from and what each ply changed. @returns {Promise<any>} */
export const sample = (name) => once(`/api/games/${encodeURIComponent(name)}/sample`);

/** Open a room; resolves with its address. @param {any} create the message @returns {Promise<string>} */
export async function openRoom(create) {
  const answer = await fetchJson("/api/rooms", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ type: "create", ...create }),
  });
  return answer.path;
}

/** What a file of games holds, in whatever format. @param {Blob} file @returns {Promise<any>} */
export const readRecords = (file) =>
  fetchJson("/api/records", { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: file });

/** A finished game, to be stepped through. @returns {Promise<any>} */
export const archived = (id) => fetchJson(`/api/archive/${encodeURIComponent(id)}`);

/** Finished games, latest first: `{games, next}`. @param {Record<string, string>} query @returns {Promise<any>} */
export const archive = (query) => fetchJson(`/api/archive?${new URLSearchParams(query)}`);

/** What one of its players wants of a game. @param {string} id @param {"public" | "private" | "gone"} wish @returns {Promise<any>} */
export const wishFor = (id, wish) =>
  fetchJson(`/api/archive/${encodeURIComponent(id)}`, { method: "POST", body: JSON.stringify({ wish }) });

/** A record as it is stepped through. @param {any} record @returns {Promise<any>} */
export const replay = (record) => fetchJson("/api/replay", { method: "POST", body: JSON.stringify(record) });

/** The games that ended in a room. @returns {Promise<any[]>} */
export const gamesOf = (room) => fetchJson(`/api/rooms/${encodeURIComponent(room)}/games`);

/** What waits for whoever looks at this page. @returns {Promise<any>} */
export const mine = () => fetchJson("/api/mine");

/** The engine at a level, or at the nearest that there is, as a seat takes it. @param {number} level */
export async function engine(level) {
  const levels = await engines();
  const distance = (one) => Math.abs(one.level - level);
  return levels.reduce((best, one) => (distance(one) < distance(best) ? one : best)).player;
}

/** Every level of the engine. @returns {Promise<{player: string, name: string, level: number}[]>} */
export const engines = async () => (await once("/api/players")).filter((candidate) => candidate.level);

/** What was counted in a room's game after so many plies. @returns {Promise<any>} */
export const infoAt = (room, plies) => fetchJson(`/api/rooms/${encodeURIComponent(room)}/info/${plies}`);

/** Where the record of a room's game can be downloaded. */
export const recordAddress = (room) => `/api/rooms/${encodeURIComponent(room)}/record`;

const post = (path, body, init = {}) =>
  fetchJson(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), ...init });

/** A position as this page's engine takes it. @returns {Promise<any>} */
export const packPosition = (position) => post("/api/analysis/position", position);

/** What the server's engine finds in a position. @param {any} question @param {AbortSignal} signal @returns {Promise<any>} */
export const serverAnalysis = (question, signal) => post("/api/analysis", question, { signal });

/** The review of a game, or how far it is. @returns {Promise<any>} */
export const reviewOf = (id) => fetchJson(`/api/archive/${encodeURIComponent(id)}/review`);

/** Have a game reviewed. @returns {Promise<any>} */
export const beginReview = (id) => fetchJson(`/api/archive/${encodeURIComponent(id)}/review`, { method: "POST" });

/** What may be played in place of a move of a review, counted from 0. @returns {Promise<any>} */
export const exercise = (id, move) => fetchJson(`/api/archive/${encodeURIComponent(id)}/exercise/${move}`);

/** How play would have gone on after the better move. @returns {Promise<any>} */
export const betterLine = (id, move) => fetchJson(`/api/archive/${encodeURIComponent(id)}/line/${move}`);

/** Judge another move in its place. @returns {Promise<any>} */
export const tryAgain = (id, move, text) =>
  fetchJson(`/api/archive/${encodeURIComponent(id)}/try`, { method: "POST", body: JSON.stringify({ move, text }) });

/** Where a line of moves leads on the analysis board, or why something cannot be played there. @returns {Promise<any>} */
export const studyPosition = (question) => post("/api/study/position", question);

/** Every round of a study as lists show it. @returns {Promise<any>} */
export const studyTree = (study) => post("/api/study/tree", study);

/** What an engine found, in words. @returns {Promise<any>} */
export const tellLines = (question) => post("/api/study/lines", question);

/** Keep a study, or a new version of it. @returns {Promise<any>} */
export const saveStudy = (save) => post("/api/studies", save);

/** A study that is kept. @returns {Promise<any>} */
export const keptStudy = (id) => fetchJson(`/api/studies/${encodeURIComponent(id)}`);

/** One's own studies, latest first. @returns {Promise<any>} */
export const ownStudies = () => fetchJson("/api/studies");

/** Delete a study of one's own. @returns {Promise<any>} */
export const forgetStudy = (id) => post(`/api/studies/${encodeURIComponent(id)}`, { wish: "gone" });
