/** What a result rests on, drawn over the pieces: rows and groups as threads with their sizes, reached spaces as dots. */

import { s } from "../lib/dom.js";
import { drawPieces } from "./pieces.js";

/** @typedef {{name: string, spaces: string[], seat: number, piece?: string, sign?: string, joined?: boolean}} Group */

/** Where the dots of several pieces lie on one space, by the number of the piece. */
const CORNERS = [
  [-17, -17],
  [17, -17],
  [-17, 17],
  [17, 17],
];

/** @param {import("./live.js").LiveBoard} board @param {Group[]} groups @param {number[]} winners the seats whose groups are brought out */
export function drawTally(board, groups, winners) {
  const pieces = [...new Set(groups.filter(({ joined }) => joined === false).map(({ piece }) => piece ?? ""))];
  const rank = (group) => Number(winners.includes(group.seat));
  return [...groups]
    .sort((one, other) => rank(one) - rank(other))
    .map((group) =>
      group.joined === false
        ? dots(board, group, pieces.indexOf(group.piece ?? ""))
        : thread(board, group, rank(group) ? "won" : "other"),
    );
}

function dots({ geometry, looks }, { spaces, piece = "" }, number) {
  const [right, down] = CORNERS[number % CORNERS.length];
  return spaces.map((space) => {
    const { x, y } = geometry.spaces.get(space);
    return s("g", { class: "reached", transform: `translate(${x + right} ${y + down}) scale(0.25)` }, drawPieces(piece, looks));
  });
}

function thread({ geometry }, { spaces, sign = "" }, kind) {
  const places = spaces.map((space) => geometry.spaces.get(space));
  const d = joins(places)
    .map(([from, to]) => `M${from.x} ${from.y}L${to.x} ${to.y}`)
    .join("");
  const [first] = [...places].sort((one, other) => one.y - other.y || one.x - other.x);
  return s(
    "g",
    { class: `thread ${kind}` },
    d && [s("path", { class: "casing", d }), s("path", { class: "core", d })],
    sign &&
      s(
        "g",
        { class: "size", transform: `translate(${first.x - 29} ${first.y - 29})` },
        s("circle", { r: 20 }),
        s("text", { y: 1 }, sign),
      ),
  );
}

/** The shortest lines that hold all places together: each place joins the nearest that is joined already. */
function joins(places) {
  const found = [];
  const joined = places.slice(0, 1);
  const left = places.slice(1);
  while (left.length) {
    const [, from, to] = left
      .flatMap((to) => joined.map((from) => /** @type {[number, any, any]} */ ([Math.hypot(from.x - to.x, from.y - to.y), from, to])))
      .reduce((best, next) => (next[0] < best[0] ? next : best));
    found.push([from, to]);
    joined.push(to);
    left.splice(left.indexOf(to), 1);
  }
  return found;
}
