/** The study that is being made in this window: it survives when the page is loaded anew. */

import { replay } from "../lib/learning.js";

const KEY = "quintet-study";

/** @typedef {{study: any, at?: number, kept?: any, changed?: boolean, told?: any[], arrange?: boolean}} Draft `at` is the number of the node that is shown, `kept` what the server has of it, `changed` whether that is no longer the same, `arrange` whether a position is to be set up at once */

/** For a browser that keeps nothing. @type {Draft | null} */
let brought = null;

/** @param {Draft | null} draft */
export function bringStudy(draft) {
  brought = draft;
  try {
    if (draft) sessionStorage.setItem(KEY, JSON.stringify(draft));
    else sessionStorage.removeItem(KEY);
  } catch {
    // It is there all the same, until the page is loaded anew.
  }
}

/** @returns {Draft | null} */
export function broughtStudy() {
  try {
    brought ??= JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  } catch {
    brought = null;
  }
  return brought;
}

/** A game that was played, as a study: its rounds are the main line. @param {{game: string, options: any, start?: any, plies: any[], name?: string}} played @param {number} at */
export function studyOf({ game, options, start = null, plies, name = "" }, at) {
  const nodes = [{}, ...plies.map(({ moves }, index) => ({ before: index, moves }))];
  return { study: { game, options, name, nodes, ...(start === null ? {} : { start }) }, at, kept: null };
}

/** A record as a draft. @param {any} record @returns {Promise<Draft>} */
export async function draftOf(record) {
  const { game, show } = await replay(record);
  const name = game.who.slice(0, 80);
  return studyOf({ game: show.game, options: show.options, start: show.begins, plies: show.plies, name }, 0);
}

/** The game that a viewer shows, as a draft, where it is shown. */
export function studyFrom(viewer) {
  const { game, show } = viewer.data;
  const name = (game.who ? `${game.title}: ${game.who}` : game.title).slice(0, 80);
  return studyOf({ game: show.game, options: show.options, start: show.begins, plies: show.plies, name }, viewer.shown);
}

/** Open it on the analysis board. */
export function analyseFrom(viewer, page) {
  bringStudy(studyFrom(viewer));
  page.app.go("/analysis");
}
