/** Puzzles that somebody got wrong and that come back today: a line on the first page. */

import { nextPuzzle, puzzleList } from "../lib/puzzles.js";
import { button, h } from "../lib/dom.js";

/** @param {any} app @returns {Promise<any>} an element, or nothing where nothing comes back */
export async function progress(app) {
  const { games } = await puzzleList();
  const back = games.filter((game) => game.due);
  if (!back.length) return null;
  const open = async (name) => app.go(`/puzzles/${(await nextPuzzle(name)).id}`);
  return h(
    "div",
    { class: "mending" },
    h("h2", {}, "Puzzles that come back"),
    h(
      "p",
      {},
      back.map(({ name, title, due }) => button(`${title}: ${due}`, () => open(name).catch((error) => app.toast(error.message)))),
    ),
  );
}
