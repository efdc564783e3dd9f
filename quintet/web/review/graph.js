/** How the chances went, as a picture: one can click into it, and walk along it with the keys of a slider. */

import { fill, h, s } from "../lib/dom.js";

const WIDE = 600;
const HIGH = 220;
/** The mark of a mistake, by its grade: shapes that can be told apart without colours. */
const SHAPES = {
  inaccuracy: "M0 -9L9 7H-9Z",
  mistake: "M0 -11L11 0L0 11L-11 0Z",
  blunder: "M-9.5 -9.5H9.5V9.5H-9.5Z",
};

/** @param {{go: (ply: number) => void}} ways */
export function graph(ways) {
  const svg = s("svg", { viewBox: `-6 -6 ${WIDE + 12} ${HIGH + 12}`, class: "graph-picture", "aria-hidden": "true" });
  const legend = h("p", { class: "graph-legend" });
  const element = h(
    "div",
    {
      class: "graph",
      role: "slider",
      tabindex: "0",
      "aria-label": "The result to expect, move by move",
      "aria-valuemin": 0,
      onclick: (event) => ways.go(at(event)),
      onkeydown: (event) => jump(event),
    },
    h("div", { class: "graph-scale", "aria-hidden": "true" }, h("span", {}, "100 %"), h("span", {}, "50 %"), h("span", {}, "0 %")),
    svg,
  );
  /** @type {any} */
  let review = null;
  let shown = 0;

  const last = () => review.expected.length - 1;
  const x = (ply) => (last() ? (ply / last()) * WIDE : 0);
  const y = (share) => (1 - share) * HIGH;

  function at(event) {
    const box = svg.getBoundingClientRect();
    const place = ((event.clientX - box.left) / box.width) * (WIDE + 12) - 6;
    return Math.max(0, Math.min(last(), Math.round((place / WIDE) * last())));
  }

  /** From mistake to mistake; the other keys are those of the whole page. */
  function jump(event) {
    if (event.key !== "PageUp" && event.key !== "PageDown") return;
    const wrong = review.moves.filter((move) => move.retry).map((move) => move.round + 1);
    const next = event.key === "PageDown" ? wrong.find((ply) => ply > shown) : wrong.findLast((ply) => ply < shown);
    if (next !== undefined) ways.go(next);
    event.preventDefault();
  }

  /** The pieces of a seat's curve that hang together: where nothing is known yet there is a gap. */
  function runs(seat) {
    const found = [[]];
    review.expected.forEach((shares, ply) => {
      if (shares[seat] === null) found.push([]);
      else found.at(-1).push([x(ply), y(shares[seat])]);
    });
    return found.filter((run) => run.length);
  }

  function curve(seat) {
    return runs(seat).map((run) => {
      const line = run.map(([px, py]) => `${px.toFixed(1)} ${py.toFixed(1)}`).join("L");
      const area = `M${run[0][0]} ${HIGH}L${line}L${run.at(-1)[0]} ${HIGH}Z`;
      return [seat === 0 && review.names.length === 2 && s("path", { class: "area", d: area }), s("path", { class: `curve seat-${seat}`, d: `M${line}` })];
    });
  }

  /** A mistake, on the curve of who made it, or of the first between two. */
  function mark(move) {
    const seat = review.names.length === 2 ? 0 : move.seat;
    const share = review.expected[move.round + 1]?.[seat] ?? review.expected[move.round]?.[seat];
    if (share === null || share === undefined || !SHAPES[move.grade]) return null;
    return s("path", { class: ["mistake-mark", move.grade], d: SHAPES[move.grade], transform: `translate(${x(move.round + 1)} ${y(share)})` });
  }

  function draw() {
    const seats = review.names.length === 2 ? [0] : review.names.map((_, seat) => seat);
    fill(
      svg,
      s("path", { class: "level", d: `M0 ${HIGH / 2}H${WIDE}M0 0H${WIDE}M0 ${HIGH}H${WIDE}` }),
      seats.map(curve),
      s("path", { class: "now", d: `M${x(shown)} -4V${HIGH + 4}` }),
      review.moves.filter((move) => move.retry).map(mark),
    );
    fill(
      legend,
      review.names.length === 2
        ? `What ${review.names[0]} could expect of the game.`
        : ["What each could expect: ", review.names.map((name, seat) => h("span", { class: `key seat-${seat}` }, name))],
    );
    element.setAttribute("aria-valuemax", last());
    element.setAttribute("aria-valuenow", shown);
    element.setAttribute("aria-valuetext", `After ${shown}: ${review.standings[shown]}`);
  }

  return {
    element: h("div", { class: "graph-part" }, element, legend),
    update(now, ply) {
      review = now;
      shown = Math.min(ply, last());
      draw();
    },
  };
}
