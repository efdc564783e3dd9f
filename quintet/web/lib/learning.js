/** What the server is asked by those who look back and learn: finished games, reviews, lessons, studies, analyses. */

import { fetchFile, fetchJson, once } from "./api.js";

const post = (path, body, init = {}) =>
  fetchJson(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), ...init });

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

/** A finished game, to be stepped through. @returns {Promise<any>} */
export const archived = (id) => fetchJson(`/api/archive/${encodeURIComponent(id)}`);

/** Finished games, latest first: `{games, next}`. @param {Record<string, string>} query @returns {Promise<any>} */
export const archive = (query) => fetchJson(`/api/archive?${new URLSearchParams(query)}`);

/** What one of its players wants of a game. @param {string} id @param {"public" | "private" | "gone"} wish @returns {Promise<any>} */
export const wishFor = (id, wish) =>
  fetchJson(`/api/archive/${encodeURIComponent(id)}`, { method: "POST", body: JSON.stringify({ wish }) });

/** A record as it is stepped through. @param {any} record @returns {Promise<any>} */
export const replay = (record) => fetchJson("/api/replay", { method: "POST", body: JSON.stringify(record) });

/** A position as this page's engine takes it. @returns {Promise<any>} */
export async function packPosition(position) {
  const packed = await post("/api/analysis/position", position);
  if (packed.unable) throw Object.assign(new Error(packed.unable), { code: "no-module" });
  return packed;
}

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

/** How a position can be set up by hand, and what becomes of what stands where. @returns {Promise<any>} */
export const studyArrange = (question) => post("/api/study/arrange", question);

/** Every round of a study as lists show it. @returns {Promise<any>} */
export const studyTree = (study) => post("/api/study/tree", study);

/** A study as a file in a format. @param {string} form @param {any} study @returns {Promise<Blob>} */
export async function studyFile(form, study) {
  const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(study) };
  return fetchFile(`/api/study/file/${encodeURIComponent(form)}`, init);
}

/** What an engine found, in words. @returns {Promise<any>} */
export const tellLines = (question) => post("/api/study/lines", question);

/** What was played where a line of moves leads, by whom and with what result. @returns {Promise<any>} */
export const explored = (question) => post("/api/explorer", question);

/** Keep a study, or a new version of it. @returns {Promise<any>} */
export const saveStudy = (save) => post("/api/studies", save);

/** A study that is kept. @returns {Promise<any>} */
export const keptStudy = (id) => fetchJson(`/api/studies/${encodeURIComponent(id)}`);

/** One's own studies, latest first. @returns {Promise<any>} */
export const ownStudies = () => fetchJson("/api/studies");

/** Delete a study of one's own. @returns {Promise<any>} */
export const forgetStudy = (id) => post(`/api/studies/${encodeURIComponent(id)}`, { wish: "gone" });
