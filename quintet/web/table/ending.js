/** The end of a game: who won and why, how the scores add up, and where to go from here. */

import { pieceIcon } from "../board/pieces.js";
import { button, h, link as anchor, refresh, single } from "../lib/dom.js";
import { asks } from "./actions.js";
import { lookAt } from "./over.js";

/**
 * What else can be done with a game that is over: each gives an element for the row of buttons, or nothing.
 * @type {((page: import("../pages/table.js").TablePage, table: any) => any)[]}
 */
export const AFTERWARDS = [lookAt];

/** @param {import("../pages/table.js").TablePage} page */
export function endingPanel(page) {
  const element = h("section", { class: "panel ending", "aria-label": "Result", hidden: true });
  return {
    element,
    update(table) {
      const { ending } = table.said;
      const over = table.status === "finished" && Boolean(ending);
      const shown = !element.hidden && !element.classList.contains("awaited");
      element.hidden = !over;
      element.classList.toggle("awaited", page.play.moving && !shown); // its place is kept until what it rests on has happened
      if (!over) return;
      refresh(element, [ending, table.you.length > 0, table.info.colours, table.outcome.winners, asks(page)], () => [
        h("h2", { class: `verdict ${ending.mood}` }, ending.verdict),
        h("p", { class: "reason" }, ending.reason),
        ending.lines?.length > 0 && sumTable(page, table, ending),
        ending.spoken?.length > 0 &&
          h(
            "ul",
            { class: "sr-only" },
            ending.spoken.map((text) => h("li", {}, text)),
          ),
        h(
          "div",
          { class: "ending-tools" },
          table.you.length > 0 &&
            button("Rematch", single(() => page.send({ type: "ask", kind: "rematch" })), {
              class: "primary",
              "data-action": "rematch",
              "data-keep": "rematch",
              "aria-disabled": asks(page) ? "true" : null,
            }),
          AFTERWARDS.map((make) => make(page, table)),
          anchor("/", "To the games", { class: "button" }),
        ),
      ]);
    },
  };
}

/** How the scores add up: a column for each seat. @param {{layout: any}} page */
export function sumTable(page, table, { seats, lines }) {
  const { winners } = table.outcome;
  const head = (name, seat) =>
    h(
      "th",
      { scope: "col", class: winners.includes(seat) && winners.length === 1 ? "winner" : "" },
      h(
        "span",
        { class: "column-head" },
        [...(table.info.colours[seat] ?? "")].map((code) => pieceIcon(page.layout, code)),
        h("span", {}, name),
      ),
    );
  const sums = h(
    "table",
    { class: "sum" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, h("span", { class: "sr-only" }, "What counts")), seats.map(head))),
    h(
      "tbody",
      {},
      lines.map(({ label, values, decides }) =>
        h(
          "tr",
          { class: decides ? "decides" : "" },
          h("th", { scope: "row" }, label),
          values.map((value) => h("td", {}, value || "–")),
        ),
      ),
    ),
  );
  sums.style.setProperty("--seats", seats.length);
  return h("div", { class: "sums" }, sums);
}
