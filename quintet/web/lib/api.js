/** What the server answers by HTTP: games, rules, rooms. Whatever has been asked once is kept. */

import { RefusedError } from "./link.js";

const kept = new Map();
/** Longer ones do not fit into the head of a request: a board of somebody's own, for example. */
const LONGEST_QUERY = 4000;
const unreachable = () => new RefusedError("connection", "The server cannot be reached; try again in a moment.");

export async function fetchJson(path, init) {
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

/** The same, where the answer is a file. @returns {Promise<Blob>} */
export async function fetchFile(path, init) {
  const answer = await fetch(path, init).catch(() => {
    throw unreachable();
  });
  if (answer.ok) return answer.blob();
  const data = await answer.json().catch(() => ({}));
  throw new RefusedError(data.code ?? "refused", data.text ?? `The server answered ${answer.status}.`);
}

/** @param {string} path @param {() => Promise<any>} [ask] @returns {Promise<any>} */
export function once(path, ask = () => fetchJson(path)) {
  if (!kept.has(path)) {
    const answer = ask();
    answer.catch(() => kept.delete(path));
    kept.set(path, answer);
  }
  return kept.get(path);
}

/** Every game: name, title, seats and options. @returns {Promise<any[]>} */
export const games = () => once("/api/games");

/** What is known of one game. @param {string} name */
export async function gameNamed(name) {
  const game = (await games()).find((one) => one.name === name);
  if (!game) throw new Error("There is no such game.");
  return game;
}

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

/** A short game to look at: the board it starts from and what each ply changed. @returns {Promise<any>} */
export async function sample(name) {
  const found = await once(`/api/games/${encodeURIComponent(name)}/sample`);
  return { ...found, layout: unfold(found.layout), plies: found.plies.map((ply) => ({ ...ply, changes: ply.changes.map(change) })) };
}

/** The layout of a little board, as boards are drawn from: its spaces are sent in rows. @param {any} layout */
const unfold = (layout) => ({
  ...layout,
  spaces: layout.spaces.flatMap(([names, x, y, step]) => (names.split?.(" ") ?? names).map((name, i) => ({ name, x: x + i * step, y }))),
});

/** A change as boards know it; what was left out is as usual. @param {any[]} sent */
const change = ([kind, space, piece = "", step = 0, seat = null, to = ""]) => ({ kind, space, piece, step, to, ...(seat !== null && { seat }) });

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

/** The games that ended in a room. @returns {Promise<any[]>} */
export const gamesOf = (room) => fetchJson(`/api/rooms/${encodeURIComponent(room)}/games`);

/** What waits for whoever looks at this page. @returns {Promise<any>} */
export async function mine() {
  const found = await fetchJson("/api/mine");
  const layouts = (found.layouts ?? []).map(async (one) => (typeof one === "string" ? (await sample(one)).layout : unfold(one)));
  return { ...found, layouts: await Promise.all(layouts) };
}

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
