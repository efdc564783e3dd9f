/** The spaces of a board as a grid that can be clicked, touched, walked with arrow keys and heard. */

import { fill, s } from "../lib/dom.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Cells {
  /** @param {import("./live.js").LiveBoard} board @param {any} options */
  constructor(board, options) {
    this.board = board;
    this.options = options;
    /** @type {Map<string, any>} */
    this.cells = new Map();
    this.playable = new Set();
    /** What else is to be heard of spaces, because it is seen on them. @type {Map<string, string>} */
    this.noted = new Map();
    /** 2 while the mouse is pressed for the second time in a double click. */
    this.clicks = 0;
    const rows = board.geometry.rows();
    const title = options.title ?? "The board";
    this.element = s(
      "g",
      // A browser stops at every part of a drawing that hears of the focus, unless it is told not to.
      { role: "grid", class: "cells", "aria-label": title, "aria-rowcount": rows.length, tabindex: "-1" },
      rows.map((row) =>
        s(
          "g",
          { role: "row" },
          row.map((space) => this.cell(space)),
        ),
      ),
    );
    this.current = rows[0][0].name;
    this.cells.get(this.current).setAttribute("tabindex", "0");
    this.listen();
  }

  cell(space) {
    const cell = s(
      "g",
      {
        role: "gridcell",
        class: "cell",
        "data-space": space.name,
        tabindex: "-1",
        "aria-label": `${space.name}, empty`,
      },
      s("rect", { x: space.x - 50, y: space.y - 50, width: 100, height: 100 }),
    );
    this.cells.set(space.name, cell);
    return cell;
  }

  listen() {
    const { element } = this;
    element.addEventListener("keydown", (event) => this.onKey(event));
    element.addEventListener("focusin", (event) => this.onFocus(event));
    element.addEventListener("focusout", () => fill(this.board.layers.cursor));
    element.addEventListener("pointermove", (event) => this.options.onhover?.(this.at(event)));
    element.addEventListener("pointerleave", () => this.options.onhover?.(null));
    element.addEventListener("mousedown", (event) => {
      this.clicks = event.detail;
    });
    element.addEventListener("pointerup", (event) => {
      if (event.button !== 0) return;
      const space = this.at(event);
      const mouse = event.pointerType === "mouse";
      if (space) this.options.onpick?.(space, mouse ? "mouse" : "touch", mouse && this.clicks > 1);
    });
    // A screen reader's "click" comes without a pointer.
    element.addEventListener("click", (event) => {
      if (event.detail === 0) this.options.onpick?.(event.target.closest("[data-space]").dataset.space, "key");
    });
  }

  /** The space under a pointer: the nearest one, so that small boards can be hit with a thumb. */
  at(event) {
    const matrix = this.board.svg.getScreenCTM();
    if (!matrix) return null;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return this.board.geometry.nearest(point.x, point.y)?.name ?? null;
  }

  onKey(event) {
    const arrow = ARROWS[event.key];
    if (arrow) this.focus(this.board.geometry.towards(this.current, arrow[0], arrow[1]));
    else if (event.key === "Enter" || event.key === " ") this.options.onpick?.(this.current, "key");
    else return;
    event.preventDefault();
  }

  focus(name = this.current) {
    this.cells.get(this.current).setAttribute("tabindex", "-1");
    this.current = name;
    const cell = this.cells.get(name);
    cell.setAttribute("tabindex", "0");
    cell.focus();
  }

  onFocus(event) {
    const name = event.target.closest?.("[data-space]")?.dataset.space;
    if (!name) return;
    if (name !== this.current) {
      this.cells.get(this.current).setAttribute("tabindex", "-1");
      this.current = name;
      this.cells.get(name).setAttribute("tabindex", "0");
    }
    const { x, y } = this.board.geometry.spaces.get(name);
    const seen = event.target.matches(":focus-visible");
    fill(
      this.board.layers.cursor,
      seen && s("rect", { class: "cursor-box", x: x - 48, y: y - 48, width: 96, height: 96, rx: 14 }),
    );
    this.options.onhover?.(seen ? name : null);
  }

  /** Say which spaces may be played. */
  offer(spaces) {
    const before = this.playable;
    this.playable = new Set(spaces);
    for (const space of new Set([...before, ...this.playable])) this.describe(space);
  }

  /** Say of these spaces what is drawn on them, and nothing of others. @param {Map<string, string>} words */
  note(words) {
    const before = this.noted;
    this.noted = words;
    for (const space of new Set([...before.keys(), ...words.keys()])) this.describe(space);
  }

  /** Renew what is said of a space. */
  describe(space) {
    const cell = this.cells.get(space);
    if (!cell) return;
    const playable = this.playable.has(space);
    const words = [space, this.board.words(this.board.standing.get(space)), this.noted.get(space), playable && "playable"];
    cell.setAttribute("aria-label", words.filter(Boolean).join(", "));
    cell.classList.toggle("playable", playable);
  }
}
