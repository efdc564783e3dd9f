/** The explorer on the page of a finished game; a move in it is played on the analysis board. */

import { bringStudy, studyFrom } from "../study/draft.js";
import { explorerPanel } from "./panel.js";

/** @param {any} viewer @param {any} page */
export function panel(viewer, page) {
  const played = () => viewer.data.show.plies[viewer.shown]?.moves ?? [];
  const made = explorerPanel({
    layout: viewer.layout,
    question: () => viewer.record(),
    colours: () => viewer.table.info.colours,
    next: played,
    sign: () => viewer.notes.get(viewer.shown + 1),
    play(seat, move) {
      const next = played();
      if (next.length === 1 && next[0][0] === seat && next[0][1] === move) return viewer.go(viewer.shown + 1);
      const draft = studyFrom(viewer);
      // Where all move at once the others have still to choose.
      if (next.length < 2) draft.at = draft.study.nodes.push({ before: draft.at, moves: [[seat, move]] }) - 1;
      bringStudy(draft);
      page.app.go("/analysis");
    },
  });
  const look = () => made.look();
  viewer.addEventListener("step", look);
  look();
  return { element: made.element, stop: () => viewer.removeEventListener("step", look) };
}
