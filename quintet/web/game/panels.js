/** What else stands on the page of a game, and what is in progress on the first page: others add themselves here.
 *
 * A panel's module is loaded when the page opens, and its `panel(viewer, page)` gives `{element, stop}`; `stop` may be left
 * out. An action is a button beside "Play on from here". What is in progress is a module whose `progress(app)` gives an
 * element, or nothing where there is nothing.
 */

/** @typedef {{name: string, load: () => Promise<any>}} Part */

/** Kept in this browser once a puzzle was tried. */
const SOLVED = "quintet-puzzles";

/** Beside a finished game, in this order. @type {Part[]} */
export const PANELS = [
  { name: "review", load: () => import("../review/panel.js") },
  { name: "explorer", load: () => import("../explorer/beside.js") },
];

/** What can be done from the position that is shown. @type {{name: string, label: string, act: (viewer: any, page: any) => void}[]} */
export const ACTIONS = [
  { name: "analyse", label: "Analyse from here", act: async (viewer, page) => (await import("../study/draft.js")).analyseFrom(viewer, page) },
];

/** Somebody has tried a puzzle: some may come back. */
export function solvedOne() {
  try {
    localStorage.setItem(SOLVED, "");
  } catch {
    // A browser that keeps nothing still has puzzles.
  }
}

/** Has anybody here ever tried a puzzle? */
function solvedAny() {
  try {
    return localStorage.getItem(SOLVED) !== null;
  } catch {
    return false; // a browser that keeps nothing
  }
}

/** On the first page, below the games that wait, each where there may be something. @type {(Part & {when: () => boolean})[]} */
export const PROGRESS = [{ name: "mending", when: () => solvedAny(), load: () => import("./mending.js") }];
