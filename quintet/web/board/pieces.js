/**
 * Pieces: stones lit from the upper left, stacks of them, and burned spaces. The palette of a layout says how each looks;
 * the finish of the stones of the house is in style/board.css.
 */

import { h, s } from "../lib/dom.js";

export const BURNED = "x";
const RADIUS = 42;
const STONES = new Set(["black", "white", "grey", "purple", "yellow"]);
const MARKS = { black: "cross", white: "plus", grey: "bars", purple: "dot", yellow: "ring" };
/** Stones that need their mark only where somebody asks for safe colours. */
const ONLY_SAFE = new Set(["black", "white"]);
const SHAPES = {
  square: "M-36 -36H36V36H-36Z",
  diamond: "M0 -46L46 0L0 46L-46 0Z",
  triangle: "M0 -44L44 34H-44Z",
};
const PLAIN = "#6fb4b9";
const known = new WeakMap();

/** How the pieces of a layout look, by their letters. @param {any} layout */
export function looksOf(layout) {
  if (!known.has(layout)) known.set(layout, new Map(layout.palette.map((piece) => [piece.code, look(piece)])));
  return known.get(layout);
}

function look({ code, name, colour, mark, shape }) {
  const wanted = colour || name;
  const stone = STONES.has(wanted) ? wanted : "";
  const safe = !mark && ONLY_SAFE.has(stone);
  return { stone, colour: stone ? "" : colour || PLAIN, mark: mark || MARKS[stone] || "letter", safe, shape, code };
}

function unknown(code) {
  return look({ code, name: "", colour: "", mark: "", shape: "disc" });
}

/** Is this colour dark, so that what is written on it must be light? */
function dark(colour) {
  const [red, green, blue] = [1, 3, 5].map((place) => parseInt(colour.slice(place, place + 2), 16));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 110;
}

/** A small round sign of a piece's colour. @param {any} layout @param {string} code */
export function dot(layout, code, attributes = {}) {
  const { stone, colour } = looksOf(layout).get(code) ?? unknown(code);
  const sign = h("i", { class: `dot-${stone || "plain"}`, ...attributes });
  if (!stone) sign.style.backgroundColor = colour;
  return sign;
}

/** Gradients that every board on the page uses; put once into the page. */
export function definitions() {
  const looks = [...STONES, "any"].map((stone) =>
    s(
      "radialGradient",
      { id: `stone-${stone}`, cx: "38%", cy: "30%", r: "78%", class: `stone-${stone}` },
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
 * @param {string} codes one letter a piece @param {Map<string, any>} looks
 */
export function drawPieces(codes, looks) {
  if (codes === BURNED) return drawBurned();
  const shown = (code) => looks.get(code) ?? unknown(code);
  if (codes.length === 1) return drawStone(shown(codes), 0, 0, 1);
  const size = Math.min(codes.length, 4);
  const rise = 46 / (size + 1);
  const stones = [...codes.slice(-size)].map((code, level) => {
    const shift = (level - (size - 1) / 2) * rise;
    return drawStone(shown(code), shift * 0.35, -shift, 0.84);
  });
  const count = s(
    "g",
    { class: "count", transform: "translate(29 29)" },
    s("circle", { r: 17 }),
    s("text", { y: 1 }, String(codes.length)),
  );
  return s("g", {}, stones, count);
}

function drawStone(look, x, y, scale) {
  const { stone, colour, shape } = look;
  const outline = (attributes) =>
    SHAPES[shape] ? s("path", { ...attributes, d: SHAPES[shape] }) : s("circle", { ...attributes, r: RADIUS });
  const name = stone || (dark(colour) ? "any dark" : "any");
  return s(
    "g",
    { class: `stone look-${name}`, transform: `translate(${x} ${y}) scale(${scale})` },
    SHAPES[shape]
      ? outline({ class: "flat-shade", transform: "translate(4 8)" })
      : s("ellipse", { class: "shade", cx: 4, cy: 9, rx: 49, ry: 48, fill: "url(#stone-shade)" }),
    !stone && outline({ fill: colour }),
    outline({ class: "body", fill: `url(#stone-${stone || "any"})` }),
    !SHAPES[shape] &&
      s("ellipse", {
        class: "gleam",
        cx: -13,
        cy: -18,
        rx: 19,
        ry: 13,
        transform: "rotate(-38 -13 -18)",
        fill: "url(#stone-gleam)",
      }),
    drawMark(look),
  );
}

const DRAWN = { bars: "M-20 -11H20M-24 0H24M-20 11H20", cross: "M-14 -14L14 14M14 -14L-14 14", plus: "M-18 0H18M0 -18V18" };

/** What tells a piece apart for somebody who does not see its colour. */
function drawMark({ mark, safe, code }) {
  const group = { class: safe ? "mark only-safe" : "mark" };
  if (mark === "letter") return s("text", { class: "letter", y: 2 }, code);
  if (mark === "dot") return s("g", group, s("circle", { class: "solid", r: 11 }));
  if (mark === "ring") return s("g", group, s("circle", { class: "drawn", r: 20 }));
  return DRAWN[mark] ? s("g", group, s("path", { class: "drawn", d: DRAWN[mark] })) : null;
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

/** A small picture of a piece, for palettes and seats. @param {any} layout @param {string} codes */
export function pieceIcon(layout, codes, title = "") {
  return s(
    "svg",
    {
      class: "icon-piece",
      viewBox: "-54 -54 108 108",
      role: title ? "img" : null,
      "aria-label": title || null,
      "aria-hidden": title ? null : "true",
    },
    drawPieces(codes, looksOf(layout)),
  );
}
