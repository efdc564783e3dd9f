/** What is drawn on the spaces of a position in a study: circles, squares, triangles, crosses and letters. */

import { button, fill, h, s } from "../lib/dom.js";

/** @type {[string, string, string][]} the mark, the button's sign, and what it is called */
const TOOLS = [
  ["circle", "○", "Circle"],
  ["square", "□", "Square"],
  ["triangle", "△", "Triangle"],
  ["cross", "×", "Cross"],
  ["letter", "A", "Letter"],
];
const PATHS = {
  circle: "M-24 0a24 24 0 1 0 48 0a24 24 0 1 0 -48 0",
  square: "M-21 -21h42v42h-42z",
  triangle: "M0 -26L24 16H-24z",
  cross: "M-19 -19L19 19M19 -19L-19 19",
};
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Show these marks on a board, and no others. @param {import("../board/live.js").LiveBoard} board @param {Record<string, string>} marks */
export function drawSigns(board, marks) {
  const layers = /** @type {any} */ (board.layers);
  layers.noted ??= board.svg.insertBefore(s("g", { class: "noted", "aria-hidden": "true" }), layers.tally);
  fill(
    layers.noted,
    Object.entries(marks).map(([space, mark]) => {
      const place = board.geometry.spaces.get(space);
      if (!place) return null;
      const shape = PATHS[mark];
      return s(
        "g",
        { transform: `translate(${place.x} ${place.y})`, "data-marked": space },
        shape ? [s("path", { class: "halo", d: shape }), s("path", { d: shape })] : s("text", { y: 2 }, mark),
      );
    }),
  );
  board.cells.note(new Map(Object.entries(marks).map(([space, mark]) => [space, called(mark)])));
}

/** A mark in words. @param {string} mark */
const called = (mark) => (PATHS[mark] ? `a ${mark}` : `the letter ${mark}`);

/** The round that led to a position and its marks, for who hears the board. @param {any} position @param {Record<string, string>} marks */
export function wordsOf({ plies, told }, marks) {
  const drawn = Object.entries(marks).map(([space, mark]) => `${space} has ${called(mark)}`);
  const move = plies ? `${plies}: ${told.moves.map(({ text }) => text).join(", ")}.` : "The start.";
  return drawn.length ? `${move} ${drawn.join(", ")}.` : move;
}

/** Buttons to choose what clicks on the board draw; pressed again, they play moves as before. @param {any} page @param {(changes: any) => void} note */
export function signTools(page, note) {
  let chosen = "";
  const buttons = TOOLS.map(([mark, sign, name]) =>
    button(sign, () => choose(chosen === mark ? "" : mark), { class: "sign", "aria-label": `${name} on the board`, title: `${name}: click spaces to mark them`, "data-mark": mark }),
  );
  const words = h("p", { class: "marked", role: "status" });
  const element = h("div", { class: "marking" }, h("div", { class: "signs", role: "group", "aria-label": "Mark spaces" }, buttons), words);

  function choose(mark) {
    chosen = mark;
    page.tool = mark ? put : null;
    update();
  }

  function put(space) {
    const marks = { ...page.node.marks };
    const letter = [...LETTERS].find((one) => !Object.values(marks).includes(one)) ?? "*";
    const before = marks[space];
    delete marks[space];
    const same = chosen === "letter" ? before && !PATHS[before] : before === chosen;
    if (!same) marks[space] = chosen === "letter" ? letter : chosen;
    note({ marks });
    page.app.announce(`${space}: ${marks[space] ? called(marks[space]) : "no mark"}`);
  }

  function update() {
    for (const one of buttons) one.setAttribute("aria-pressed", String(one.dataset.mark === chosen));
    words.textContent = chosen ? "Clicks on the board draw; press the sign again to play moves." : "";
    page.element.classList.toggle("drawing", Boolean(chosen));
    drawSigns(page.play.board, page.node.marks);
  }

  return { element, update };
}
