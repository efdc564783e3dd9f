/** What was played in a position: moves, how often, with what result, and the last games. Nothing is asked before it is opened. */

import { looksOf } from "../board/pieces.js";
import { day } from "../lib/day.js";
import { button, fill, h, link, style } from "../lib/dom.js";
import { explored } from "../lib/learning.js";

const KEY = "quintet-explorer";
/** Answers that are kept for who steps back and forth. */
const KEPT = 100;
/** Moves that are shown before one asks for more: of one side, or of several together. */
const FIRST = 9;
/** A part of a bar that is smaller has no room for its number. */
const NUMBERED = 0.2;
/** @type {[string, string, any][]} */
const WHOSE = [
  ["all", "All games", {}],
  ["people", "People", { sources: ["people"] }],
  ["machines", "Machines", { sources: ["machines"] }],
  ["arena", "Arena", { sources: ["arena"] }],
  ["mine", "My games", { mine: true }],
];

function chosen() {
  try {
    return { open: false, whose: "all", ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { open: false, whose: "all" };
  }
}

/**
 * @param {{question: () => any, colours: () => (string | null)[], layout: any, next: () => [number, string][],
 *   play: (seat: number, move: string) => void, sign?: () => any}} page
 *   `question` is a line of moves, or null; `next` what is played next in the line that is shown, `sign` what is thought of that
 */
export function explorerPanel(page) {
  const wish = chosen();
  const answers = new Map();
  let shown = "";
  let told = null;
  /** Does one want to see the rare moves too? */
  let whole = false;
  /** What the engine thinks of moves, by seat and move. @type {Map<string, any>} */
  let worth = new Map();

  const whose = h(
    "select",
    { name: "whose", "aria-label": "Whose games", onchange: () => change({ whose: whose.value }) },
    WHOSE.map(([value, words]) => h("option", { value, selected: value === wish.whose }, words)),
  );
  const said = h("p", { class: "explored-said", role: "status" });
  const body = h("div", { class: "explored" });
  const element = h(
    "details",
    { class: "panel explorer", open: wish.open, ontoggle: () => element.open !== wish.open && change({ open: element.open }) },
    h("summary", {}, "Explorer"),
    h("div", { class: "explored-head" }, said, whose),
    body,
  );

  function change(changes) {
    Object.assign(wish, changes);
    try {
      localStorage.setItem(KEY, JSON.stringify(wish));
    } catch {
      // It holds for this page.
    }
    look();
  }

  async function ask(key, question) {
    if (answers.has(key)) return answers.get(key);
    const [, , filter] = WHOSE.find(([value]) => value === wish.whose) ?? WHOSE[0];
    const [answer] = await Promise.all([explored({ ...question, ...filter }), style("explorer")]);
    answers.set(key, answer);
    if (answers.size > KEPT) answers.delete(answers.keys().next().value);
    return answer;
  }

  /** Tell of the position that is shown, if anybody looks. */
  async function look() {
    const question = wish.open ? page.question() : null;
    const key = JSON.stringify([question, wish.whose]);
    if (!question || key === shown) {
      if (told) draw(); // what comes next may be another move
      return;
    }
    shown = key;
    if (!answers.has(key)) body.setAttribute("aria-busy", "true");
    try {
      const answer = await ask(key, question);
      if (key !== shown) return;
      told = answer;
      whole = false;
      draw();
    } catch (error) {
      if (key !== shown) return;
      shown = "";
      told = null;
      said.textContent = error.message;
      fill(body);
    } finally {
      if (key === shown || !shown) body.removeAttribute("aria-busy");
    }
  }

  // --- what is shown

  function draw() {
    said.textContent = told.said;
    const focused = body.contains(document.activeElement) ? document.activeElement?.getAttribute("data-keep") : null;
    const sides = told.sides.map((side, seat) => [side, told.choices.filter((choice) => choice.seat === seat)]).filter(([, choices]) => choices.length);
    const most = whole ? Infinity : Math.ceil(FIRST / sides.length);
    fill(
      body,
      sides.map(([side, choices]) => table(side, choices, most, sides.length > 1)),
      sides.some(([, choices]) => choices.length > most) && button("Show rarer moves", all, { class: "quiet rarer" }),
      whole && told.more && h("p", { class: "soft" }, told.more),
      told.last.length > 0 && h("h3", {}, "Last games"),
      told.last.length > 0 && h("ul", { class: "explored-last" }, told.last.map(past)),
    );
    if (focused) /** @type {any} */ (body.querySelector(`[data-keep="${CSS.escape(focused)}"]`))?.focus();
  }

  function table(side, choices, most, several) {
    const valued = choices.some((choice) => opinion(choice));
    return h(
      "table",
      {},
      h("caption", { class: several ? "" : "sr-only" }, side),
      h(
        "thead",
        {},
        h("tr", {}, ["Move", "Games", "Results", valued && "Engine"].filter(Boolean).map((head) => h("th", { scope: "col" }, head))),
      ),
      h("tbody", {}, choices.slice(0, most).map((choice) => row(choice, valued)), choices.length > 1 && !several && sum()),
    );
  }

  function row(choice, valued) {
    const taken = page.next().find(([seat, move]) => seat === choice.seat && choice.moves.includes(move));
    const sign = taken && page.sign?.();
    const engine = opinion(choice);
    return h(
      "tr",
      { class: taken && "taken" },
      h(
        "th",
        { scope: "row" },
        button(choice.text, () => page.play(choice.seat, taken ? taken[1] : choice.moves[0]), {
          class: "word",
          title: "Play it",
          "data-keep": `explored-${choice.seat}-${choice.moves[0]}`,
        }),
        sign && h("span", { class: ["move-note", sign.class], role: "img", title: sign.title, "aria-label": sign.title }, sign.sign),
        taken && h("span", { class: "sr-only" }, " comes next"),
        choice.same && h("small", { class: "same" }, choice.same),
      ),
      h("td", {}, choice.games.toLocaleString("en"), " ", h("small", {}, choice.share)),
      h("td", {}, bar(choice)),
      valued && h("td", { title: engine?.worth }, engine && [engine.chance, engine.worth && h("small", {}, engine.worth)]),
    );
  }

  function sum() {
    const every = { results: told.results, said: told.results.map(({ text }) => text).join(", ") };
    return h("tr", { class: "sum" }, h("th", { scope: "row" }, "All"), h("td", {}, told.games.toLocaleString("en")), h("td", {}, bar(every)));
  }

  function all() {
    whole = true;
    draw();
    body.querySelector("tbody button")?.focus();
  }

  function bar({ results, said: words }) {
    return h("div", { class: "results", role: "img", "aria-label": words, title: words }, results.map(part));
  }

  function part({ seat, part: share }) {
    const code = seat >= 0 ? (page.colours()[seat] ?? "").slice(0, 1) : "";
    const { stone = "", colour = "" } = looksOf(page.layout).get(code) ?? {};
    const kind = seat < 0 ? (seat === -1 ? "drawn" : "open") : stone || `seat-${seat}`;
    const made = h("span", { class: ["part", kind] }, share >= NUMBERED && `${Math.round(100 * share)} %`);
    made.style.width = `${100 * share}%`;
    if (colour) made.style.backgroundColor = colour;
    return made;
  }

  function past({ who, what, ended, link: href, collection }) {
    const where = [ended ? day(ended) : "", collection].filter(Boolean).join(", ");
    return h("li", {}, href ? link(href, who) : h("span", {}, who), h("small", {}, ` ${what}${where && ` · ${where}`}`));
  }

  // --- beside the engine

  function opinion(choice) {
    return choice.moves.map((move) => worth.get(`${choice.seat} ${move}`)).find(Boolean);
  }

  return {
    element,
    look,
    /** What an engine has found for a seat where one looks; nothing when it looks elsewhere. @param {any[]} lines @param {number} seat */
    value(lines, seat) {
      worth = new Map(lines.map((line) => [`${seat} ${line.move}`, line]));
      if (told && element.open && shown) draw();
    },
  };
}
