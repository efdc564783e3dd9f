/** Games from a file that somebody has chosen; the server reads it, whatever its format. Loaded when it is first wanted. */

import { readRecords } from "../lib/api.js";
import { button, h } from "../lib/dom.js";
import { settings } from "../lib/settings.js";

const LARGEST = 4_000_000;

/** The room in which a game of a file goes on; null if nobody wants any of them. @param {File} file */
export async function roomOf(file) {
  if (file.size > LARGEST) throw new Error("This file is too large: 4 MB are allowed.");
  const { games, error } = await readRecords(file);
  if (error) throw new Error(error);
  const game = games.length > 1 ? await choose(games) : games[0];
  if (!game) return null;
  const { record, seats } = game;
  return {
    name: file.name.replace(/\.\w+$/, "").slice(0, 40).trim() || "A record",
    game: record.game,
    options: record.options,
    moves: record.moves,
    start: record.start ?? null,
    offline: true,
    listed: false,
    host_name: settings().name || "Guest",
    seats: Array(seats).fill("me"),
  };
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
