/** What the result of a finished game rests on, where the rules ended it: how it adds up, and what is marked, for who hears it. */

import { h } from "../lib/dom.js";
import { sumTable } from "../table/ending.js";

/** @param {import("./viewer.js").Viewer} viewer */
export function decided(viewer) {
  const { ending } = viewer.data.show;
  if (!ending) return false;
  const { colours = [] } = viewer.counted(viewer.last) ?? {};
  const table = () => sumTable(viewer, { outcome: ending, info: { colours } }, ending);
  return [
    ending.lines.length > 0 && h("details", { class: "panel score" }, h("summary", {}, "How it was decided"), table()),
    ending.spoken.length > 0 && h("ul", { class: "sr-only", "aria-label": "What the result rests on" }, ending.spoken.map((text) => h("li", {}, text))),
  ];
}
