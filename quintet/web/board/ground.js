/** The board without its pieces, from the layout alone. */

import { s } from "../lib/dom.js";
import { FRAME, UNIT, grow } from "./geometry.js";

const HEX = UNIT / Math.sqrt(3);

/** What lies under the pieces. @param {import("./geometry.js").Geometry} geometry */
export function drawGround(geometry) {
  const { layout } = geometry;
  return s(
    "g",
    { class: `ground shape-${layout.shape} on-${layout.surface}`, "aria-hidden": "true" },
    frame(geometry),
    tiles(geometry),
    lines(geometry),
    dots(layout),
    nodes(geometry),
  );
}

/** What lies over the pieces: the face of a rack, which discs fall behind. */
export function drawFace(geometry) {
  if (geometry.layout.shape !== "hole") return null;
  const { board } = geometry;
  const holes = [...geometry.spaces.values()].map(({ x, y }) => circlePath(x, y, 43)).join("");
  const plate = grow(board, 2);
  const outline = `M${plate.x} ${plate.y}h${plate.width}v${plate.height}h${-plate.width}z`;
  return s(
    "g",
    { class: "face", "aria-hidden": "true" },
    s("path", { class: "plate", d: outline + holes, "fill-rule": "evenodd", fill: "url(#plate)" }),
    [...geometry.spaces.values()].map(({ x, y }) => [
      s("circle", { class: "rim", cx: x, cy: y, r: 44 }),
      s("path", { class: "rim-light", d: `M${x - 32} ${y + 33}A46 46 0 0 0 ${x + 32} ${y + 33}` }),
    ]),
  );
}

/** Letters and numbers around the board; on a board that has none, the name beside each space. */
export function drawLabels({ labels, textSize, spaces }) {
  const names = labels.length
    ? labels
    : [...spaces.values()].map(({ name, x, y }) => ({ text: name, x: x + 30, y: y - 27 }));
  return s(
    "g",
    { class: labels.length ? "labels" : "labels beside", "aria-hidden": "true", "font-size": labels.length ? textSize : 16 },
    names.map(({ text, x, y }) => s("text", { x, y }, text)),
  );
}

function frame(geometry) {
  const { layout, board } = geometry;
  if (layout.shape === "hex") {
    const all = [...geometry.spaces.values()];
    return [
      s(
        "g",
        { class: "under" },
        all.map(({ x, y }) => hexagon(x, y + 7, HEX + 22)),
      ),
      s(
        "g",
        { class: "edge" },
        all.map(({ x, y }) => hexagon(x, y, HEX + 17)),
      ),
    ];
  }
  const width = FRAME * UNIT;
  return [
    s("rect", { class: "edge", ...grow(board, width / 2), rx: 12, "stroke-width": width }),
    s("rect", { class: "bevel", ...grow(board, width - 3), rx: 17 }),
    s("rect", { class: "lip", ...grow(board, 1), rx: 5 }),
  ];
}

function tiles(geometry) {
  const { layout } = geometry;
  const all = [...geometry.spaces.values()];
  if (layout.shape === "square") {
    const gap = layout.surface === "slate" ? 1 : 0;
    return all.map(({ x, y }) =>
      s("rect", {
        class: "tile",
        x: x - 50 + gap,
        y: y - 50 + gap,
        width: 100 - 2 * gap,
        height: 100 - 2 * gap,
        rx: gap * 2,
      }),
    );
  }
  if (layout.shape === "hex") return all.map(({ x, y }) => hexagon(x, y, HEX - 2, "tile"));
  if (layout.shape === "hole") return all.map(({ x, y }) => s("circle", { class: "hole", cx: x, cy: y, r: 44 }));
  return [];
}

function lines({ layout }) {
  const d = layout.lines.map(([x1, y1, x2, y2]) => `M${x1 * UNIT} ${y1 * UNIT}L${x2 * UNIT} ${y2 * UNIT}`).join("");
  return d && s("path", { class: "lines", d });
}

function dots(layout) {
  return layout.dots.map(([x, y]) =>
    s("circle", { class: "dot", cx: x * UNIT, cy: y * UNIT, r: layout.shape === "point" ? 9 : 6 }),
  );
}

/** On a graph that is drawn edge by edge a space is more than a crossing of lines. */
function nodes(geometry) {
  const { layout } = geometry;
  if (layout.shape !== "point" || layout.lines.length < layout.spaces.length) return [];
  return [...geometry.spaces.values()].map(({ x, y }) => s("circle", { class: "node", cx: x, cy: y, r: 20 }));
}

function hexagon(x, y, radius, name = "") {
  const corners = Array.from({ length: 6 }, (_, corner) => {
    const turn = ((60 * corner + 30) * Math.PI) / 180;
    return `${(x + radius * Math.cos(turn)).toFixed(1)},${(y + radius * Math.sin(turn)).toFixed(1)}`;
  });
  return s("polygon", { points: corners.join(" "), class: name || null });
}

function circlePath(x, y, r) {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}
