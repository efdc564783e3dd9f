/** A position set up by hand: pieces put and taken by clicks or keys, and the settings that its game has. The rules judge it. */

import { LiveBoard } from "../board/live.js";
import { pieceIcon } from "../board/pieces.js";
import { button, fill, h, refresh, sure } from "../lib/dom.js";
import { studyArrange } from "../lib/learning.js";
import { settings } from "../lib/settings.js";
import { sound } from "../lib/sound.js";
import { leave } from "./doing.js";
import { bringStudy } from "./draft.js";
import { pasteForm } from "./paste.js";

/** Set the position up that an analysis page shows. Resolves when everything is there. @param {any} page */
export async function arrange(page) {
  const line = page.lineTo(page.node);
  const first = await studyArrange(line);
  if (page.stopped) return;
  page.engine.stop();
  page.table = null; // no key steps through moves meanwhile
  const { game, options } = page.tree;
  const { layout } = page;
  const { pieces } = first.arranging;
  /** What stands where, as it was put. @type {Record<string, string>} */
  let standing = { ...first.position.board };
  let values = valuesOf(first.arranging);
  let chosen = pieces[0];
  /** The position, as the game writes it; null while there is none. */
  let start = first.start;
  let asked = 0;

  const board = new LiveBoard(layout, {
    labels: settings().coordinates,
    title: `${page.game.title} board, to be set up`,
    speed: () => 0,
    sound,
    onpick: (space) => put(space),
  });
  const palette = h("div", { class: "palette", role: "group", "aria-label": "What to put" });
  const fields = h("div", { class: "fields arrange-fields" });
  const told = h("p", { class: "arrange-told", role: "status" });
  const use = button("Analyse this position", () => begin(), { class: "primary use" });
  const head = h("h2", { tabindex: "-1" }, "Set up a position");
  const element = h(
    "section",
    { class: "panel arrange", "aria-label": "Set up a position" },
    head,
    h("p", { class: "soft" }, "Choose a piece and click spaces; the same piece again takes it away."),
    palette,
    fields,
    told,
    h("div", { class: "answer" }, use, button("Cancel", () => leave(page), { class: "quiet cancel" })),
    h(
      "div",
      { class: "study-tools" },
      button("Empty the board", () => change({}, values), { class: "quiet clear" }),
      button("As it was", () => change({ ...first.position.board }, valuesOf(first.arranging)), { class: "quiet as-before" }),
    ),
    pasteForm(page.app),
  );

  function put(space) {
    const next = { ...standing };
    if (!chosen || next[space] === chosen) delete next[space];
    else next[space] = chosen;
    page.app.announce(`${space}: ${next[space] ? board.words(next[space]) : "empty"}`);
    change(next, values);
  }

  /** Show what was changed, and hear what the rules say of it. */
  async function change(next, wanted) {
    standing = next;
    values = wanted;
    start = null;
    use.disabled = true;
    board.show(standing);
    const turn = ++asked;
    try {
      const answer = await studyArrange({ game, options, board: standing, values });
      if (turn === asked && !page.stopped) hear(answer);
    } catch (error) {
      if (turn === asked && !page.stopped) tell(error.message, true);
    }
  }

  function hear({ refused, position, start: made, arranging }) {
    if (refused) return tell(refused, true);
    start = made;
    standing = { ...position.board }; // pieces may have fallen
    values = valuesOf(arranging);
    use.disabled = false;
    board.show(standing);
    showFields(arranging.settings);
    tell(position.over || Object.values(position.asks).join(" "), false);
  }

  function tell(text, wrong) {
    told.textContent = text;
    told.classList.toggle("wrong", wrong);
  }

  function choose(piece) {
    chosen = piece;
    for (const one of palette.children) one.setAttribute("aria-pressed", String(one.dataset.piece === chosen));
  }

  function showFields(list) {
    refresh(fields, list, () => list.map((setting) => field(setting)));
  }

  function field({ name, label, value, low = 0, high = 1, names = [] }) {
    const set = (number) => change(standing, { ...values, [name]: number });
    const input = names.length
      ? h(
          "select",
          { name: `set-${name}`, "data-keep": name, onchange: () => set(Number(input.value)) },
          names.map((word, index) => h("option", { value: String(low + index), selected: low + index === value }, word)),
        )
      : h("input", {
          name: `set-${name}`,
          type: "number",
          inputmode: "numeric",
          min: low,
          max: high,
          value: String(value),
          "data-keep": name,
          onchange: () => {
            input.value = String(Math.max(low, Math.min(high, Math.round(Number(input.value)) || 0)));
            set(Number(input.value));
          },
        });
    return h("label", { class: "field" }, h("span", { class: "field-name" }, label), input);
  }

  async function begin() {
    if (!start || (page.tree.size > 1 && !(await sure("Put the moves on the board away and begin from this position?", "Begin")))) return;
    bringStudy({ study: { game, options, start, name: "", nodes: [{}] } });
    page.app.go("/analysis");
  }

  fill(
    palette,
    [...pieces, ""].map((piece) =>
      button(piece ? pieceIcon(layout, piece) : "⌫", () => choose(piece), {
        class: "palette-piece",
        "data-piece": piece,
        "aria-label": piece ? board.words(piece) : "take away",
        title: piece ? board.words(piece) : "Take away",
      }),
    ),
  );
  choose(chosen);
  showFields(first.arranging.settings);
  board.show(standing);
  tell(first.position.over || Object.values(first.position.asks).join(" "), false);
  fill(
    page.element,
    h("div", { class: "table-head" }, page.head, page.facts),
    h("div", { class: "board-place" }, board.element),
    h("div", { class: "near" }, element),
  );
  head.focus({ preventScroll: true });
}

const valuesOf = ({ settings: list = [] }) => Object.fromEntries(list.map(({ name, value }) => [name, value]));
