/** The engine beside a position: its best lines, live, from this page's engine or the server's; told in the server's words. */

import { tellLines } from "../lib/learning.js";
import { button, fill, h, holding, refresh } from "../lib/dom.js";

const KEY = "quintet-lines";
const SECONDS = [
  [2, "for 2 seconds"],
  [10, "for 10 seconds"],
  [60, "for a minute"],
];

function chosen() {
  try {
    return { on: false, lines: 3, seconds: 2, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { on: false, lines: 3, seconds: 2 };
  }
}

/** @param {any} page with `line()`, the seat in hand, `advise(seat, move, note)` and `playMove(seat, move)` */
export function linesPanel(page) {
  const wish = chosen();
  let running = null;
  /** What is looked at: a change of it begins anew. */
  let looked = "";
  let latest = null;
  let telling = false;

  const standing = h("p", { class: "standing", role: "status" });
  const mixed = h("p", { class: "mixed" });
  const list = h("ol", { class: "engine-lines", "aria-label": "Best moves" });
  const looks = h("p", { class: "looked" });
  const body = h("div", { class: "engine-body" }, standing, mixed, list, looks);
  const toggle = h("input", { type: "checkbox", name: "engine", checked: wish.on, onchange: () => change({ on: toggle.checked }) });
  const count = h(
    "select",
    { name: "lines", "aria-label": "How many lines", onchange: () => change({ lines: Number(count.value) }) },
    [1, 2, 3, 4, 5].map((many) =>
      h("option", { value: String(many), selected: many === wish.lines }, many === 1 ? "1 line" : `${many} lines`),
    ),
  );
  const time = h(
    "select",
    { name: "seconds", "aria-label": "How long it looks", onchange: () => change({ seconds: Number(time.value) }) },
    SECONDS.map(([many, words]) => h("option", { value: String(many), selected: many === wish.seconds }, words)),
  );
  const element = h(
    "section",
    { class: "panel engine", "aria-label": "Engine" },
    h("div", { class: "engine-head" }, h("label", { class: "check" }, toggle, " Engine"), count, time),
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

  function clear(text = "") {
    standing.textContent = text;
    page.explorer.value([], 0);
    mixed.textContent = looks.textContent = "";
    list.shownKey = undefined;
    holding(list, () => fill(list), () => toggle);
  }

  function stop() {
    running?.stop();
    running = latest = null;
    looked = "";
  }

  /** Look at the position that is shown, unless that is being done. */
  async function look() {
    body.hidden = !wish.on;
    count.hidden = time.hidden = !wish.on;
    const question = wish.on ? page.question() : null;
    const key = JSON.stringify([question, wish]);
    if (key === looked) return;
    stop();
    looked = key;
    page.advise(null);
    if (!question) return clear(wish.on && page.table ? "The game is over here." : "");
    clear("Looking…");
    try {
      const { analyse } = await import("../engine/analyse.js");
      if (key !== looked) return;
      running = analyse({ ...question, lines: wish.lines, seconds: wish.seconds }, (found, where) => {
        if (key === looked) hear({ found, where, question, key });
      });
      const last = await running.done;
      if (key === looked && last && !last.moves.length) clear("The engine has found nothing here.");
    } catch (error) {
      if (key === looked) clear(error.message);
    }
  }

  /** Something was found: it is told by the server, the newest when the one before has been told. */
  async function hear(news) {
    latest = news;
    if (telling) return;
    telling = true;
    while (latest) {
      const { found, where, question, key } = latest;
      latest = null;
      if (key !== looked) continue;
      const { seat, value, expected, proven, moves, depth, nodes, policy, others } = found;
      const told = { seat, value, expected, proven, moves: moves.slice(0, wish.lines), depth, nodes, policy, others };
      const { seat: _, ...line } = question;
      try {
        const words = await tellLines({ ...line, lines: wish.lines, found: told });
        if (key === looked) show(words, where, seat);
      } catch (error) {
        if (key === looked) clear(error.message);
      }
    }
    telling = false;
  }

  function show(told, where, seat) {
    standing.textContent = told.standing;
    mixed.textContent = told.mixed;
    looks.textContent = `${told.looked}${where === "server" ? ", by the server" : ""}`;
    page.explorer.value(told.lines, seat);
    refresh(list, told.lines, () => told.lines.map((one) => entry(one, seat)));
    const [best] = told.lines;
    if (best) page.advise({ seat, move: best.move, note: [best.chance, best.worth].filter(Boolean).join(", ") });
  }

  function entry({ move, text, chance, worth, often, follows }, seat) {
    return h(
      "li",
      {},
      h("b", { class: "chance" }, chance),
      button(text, () => page.playMove(seat, move), { class: "word", title: "Play it", "data-keep": `line-${move}` }),
      h("span", { class: "worth" }, [worth, often].filter(Boolean).join(", ")),
      follows && h("span", { class: "follows" }, `then ${follows}`),
    );
  }

  return { element, look, stop };
}
