/** Pieces: stones lit from the upper left, stacks of them, and burned spaces. Colours are in style/pieces.css. */

import { s } from "../lib/dom.js";

export const BURNED = "x";
const RADIUS = 42;
const KNOWN = new Set(["b", "w", "g", "p", "y"]);

/** Gradients that every board on the page uses; put once into the page. */
export function definitions() {
  const looks = [...KNOWN, "unknown"].map((code) =>
    s(
      "radialGradient",
      { id: `stone-${code}`, cx: "38%", cy: "30%", r: "78%", class: `stone-${code}` },
      s("stop", { offset: "0", class: "lit" }),
      s("stop", { offset: "0.42", class: "mid" }),
      s("stop", { offset: "1", class: "dim" }),
    ),
  );
  const shade = s(
    "radialGradient",
    { id: "stone-shade" },
    s("stop", { offset: "0.72", class: "shade-in" }),
    s("stop", { offset: "1", class: "shade-out" }),
  );
  const gleam = s(
    "radialGradient",
    { id: "stone-gleam" },
    s("stop", { offset: "0", class: "gleam-in" }),
    s("stop", { offset: "1", class: "gleam-out" }),
  );
  const ember = s(
    "radialGradient",
    { id: "ember" },
    s("stop", { offset: "0", class: "ember-in" }),
    s("stop", { offset: "0.55", class: "ember-mid" }),
    s("stop", { offset: "1", class: "ember-out" }),
  );
  const plate = s(
    "linearGradient",
    { id: "plate", x1: 0, y1: 0, x2: 0.25, y2: 1 },
    s("stop", { offset: "0", class: "plate-top" }),
    s("stop", { offset: "1", class: "plate-low" }),
  );
  return s(
    "svg",
    { class: "definitions", "aria-hidden": "true", width: 0, height: 0 },
    s("defs", {}, looks, shade, gleam, ember, plate),
  );
}

/**
 * What stands on one space, drawn around 0, 0.
 * @param {string} codes one letter a piece
 */
export function drawPieces(codes) {
  if (codes === BURNED) return drawBurned();
  if (codes.length === 1) return drawStone(codes, 0, 0, 1);
  const size = Math.min(codes.length, 4);
  const rise = 46 / (size + 1);
  const stones = [...codes.slice(-size)].map((code, level) => {
    const shift = (level - (size - 1) / 2) * rise;
    return drawStone(code, shift * 0.35, -shift, 0.84);
  });
  const count = s(
    "g",
    { class: "count", transform: "translate(29 29)" },
    s("circle", { r: 17 }),
    s("text", { y: 1 }, String(codes.length)),
  );
  return s("g", {}, stones, count);
}

function drawStone(code, x, y, scale) {
  const look = KNOWN.has(code) ? code : "unknown";
  return s(
    "g",
    { class: `stone look-${look}`, transform: `translate(${x} ${y}) scale(${scale})` },
    s("ellipse", { class: "shade", cx: 4, cy: 9, rx: 49, ry: 48, fill: "url(#stone-shade)" }),
    s("circle", { class: "body", r: RADIUS, fill: `url(#stone-${look})` }),
    s("ellipse", {
      class: "gleam",
      cx: -13,
      cy: -18,
      rx: 19,
      ry: 13,
      transform: "rotate(-38 -13 -18)",
      fill: "url(#stone-gleam)",
    }),
    drawMark(look, code),
  );
}

/** What tells a piece apart for somebody who does not see its colour. */
function drawMark(look, code) {
  const mark = { class: "mark" };
  if (look === "p") return s("g", mark, s("circle", { class: "solid", r: 11 }));
  if (look === "y") return s("g", mark, s("circle", { class: "drawn", r: 20 }));
  if (look === "g")
    return s(
      "g",
      mark,
      [-11, 0, 11].map((y) => s("path", { class: "drawn", d: `M${y ? -20 : -24} ${y}H${y ? 20 : 24}` })),
    );
  if (look === "b")
    return s("g", { class: "mark only-safe" }, s("path", { class: "drawn", d: "M-14 -14L14 14M14 -14L-14 14" }));
  if (look === "w") return s("g", { class: "mark only-safe" }, s("path", { class: "drawn", d: "M-18 0H18M0 -18V18" }));
  return s("text", { class: "letter", y: 2 }, code);
}

function drawBurned() {
  return s(
    "g",
    { class: "burned" },
    s("rect", { x: -46, y: -46, width: 92, height: 92, rx: 9 }),
    s("path", { class: "crack", d: "M-46 -8L-20 -14L-9 6L12 -2L20 17L46 12M-9 6L-14 28L-4 46M12 -2L9 -25L22 -46" }),
    s("path", { class: "cross", d: "M-17 -17L17 17M17 -17L-17 17" }),
  );
}

/** A small picture of a piece, for palettes and seats. */
export function pieceIcon(codes, title = "") {
  return s(
    "svg",
    {
      class: "icon-piece",
      viewBox: "-54 -54 108 108",
      role: title ? "img" : null,
      "aria-label": title || null,
      "aria-hidden": title ? null : "true",
    },
    drawPieces(codes),
  );
}
