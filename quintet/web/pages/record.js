/** Games from a file that somebody has chosen; the server reads it, whatever its format. Loaded when it is first wanted. */

import { readRecords } from "../lib/api.js";
import { button, h, style } from "../lib/dom.js";

const LARGEST = 4_000_000;
const KEY = "quintet-record";
/** The record that is looked at, for a browser that keeps nothing. */
let brought = null;

/**
 * The game in a file, to be looked at: its record, the study if there are variations or comments, and a note on what was
 * left out; null if nobody wants any of those in it. @param {Blob} file
 */
export async function gameIn(file) {
  if (file.size > LARGEST) throw new Error("This file is too large: 4 MB are allowed.");
  const { games, error, note = "" } = await readRecords(file);
  if (error) throw new Error(error);
  if (games.length > 1) await style("pages");
  const game = games.length > 1 ? await choose(games) : games[0];
  return game ? { ...game, note } : null;
}

/** Open a game of a file where it is best looked at: the analysis board if there is more to it than moves, or if that is wanted. */
export async function openGame(app, { record, study, note }, onBoard = false) {
  if (study || onBoard) {
    const { bringStudy, draftOf } = await import("../study/draft.js");
    bringStudy(study ? { study } : await draftOf(record));
    app.go("/analysis");
  } else {
    bring(record);
    app.go("/view");
  }
  if (note) app.toast(note, "calm");
}

/** Keep a record for the page that shows it, also when that page is loaded anew. */
export function bring(record) {
  brought = record;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(record));
  } catch {
    // It is shown all the same, until the page is loaded anew.
  }
}

/** The record that was loaded last; null if there is none. */
export function broughtRecord() {
  try {
    brought ??= JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  } catch {
    brought = null;
  }
  return brought;
}

/** Which of several games is meant. @param {any[]} games @returns {Promise<any>} nothing if the question is closed */
function choose(games) {
  return new Promise((resolve) => {
    const dialog = h(
      "dialog",
      { class: "choose-game", "aria-label": "Games in the file" },
      h("h2", {}, "Which game?"),
      h(
        "ul",
        {},
        games.map((game, number) =>
          h("li", {}, button(game.text, () => dialog.close(String(number)), { class: "quiet" })),
        ),
      ),
      button("None of them", () => dialog.close("")),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue ? games[Number(dialog.returnValue)] : undefined);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
