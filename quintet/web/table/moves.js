/** The moves played, as a list in which one can step back and forth, also while the game runs. */

import { dot } from "../board/pieces.js";
import { button, fill, h, refresh } from "../lib/dom.js";

/** Of a longer game only the moves around the one that is shown are listed. */
const MANY = 600;
const AROUND = 100;

/** @param {Element} list @param {Element} entry is it where one sees it? */
function liesIn(list, entry) {
  const [whole, part] = [list.getBoundingClientRect(), entry.getBoundingClientRect()];
  return part.top >= whole.top - 1 && part.bottom <= whole.bottom + 1; // a list scrolls by whole pixels
}

/**
 * Of all the moves of a list the keyboard stops at one; who has come to it stays on the move that is shown.
 * @param {Element} list @param {any} current its button, where one of them is shown
 */
export function stopAt(list, current) {
  const stop = current ?? list.querySelector("button");
  for (const other of list.querySelectorAll('button:not([tabindex="-1"])')) if (other !== stop) other.setAttribute("tabindex", "-1");
  stop?.removeAttribute("tabindex");
  if (list.contains(document.activeElement)) stop?.focus({ preventScroll: true });
}

/** Which of the four buttons lead anywhere; who stands on one that does not any more is put on the one that leads back. */
export function mayStep(buttons, atStart, atEnd) {
  const held = buttons.find((one) => one === document.activeElement);
  buttons.forEach((one, index) => (one.disabled = index < 2 ? atStart : atEnd));
  if (held?.disabled) buttons[atStart ? 2 : 1].focus();
}

/** @param {any} page a table, or anything with a `play` that steps and a `table` with its moves @param {{last?: string, live?: boolean}} [words] `live`: the last position is that of a game in play, of which others tell */
export function movesPanel(page, { last = "Back to the game", live = true } = {}) {
  const heard = h("p", { class: "sr-only", role: "status" });
  const list = h("ol", { class: "moves", "aria-label": "Moves" });
  const steps = h("div", { class: "steps" });
  const element = h("section", { class: "panel moves-panel", "aria-label": "Moves played" }, steps, list, heard);
  const buttons = [
    ["first", "«", "First position", () => page.play.go(0)],
    ["back", "‹", "One move back", () => page.play.go(page.play.shown - 1)],
    ["on", "›", "One move on", () => page.play.go(page.play.shown + 1)],
    ["live", "»", last, () => page.play.go(page.table.plies.length)],
  ].map(([name, sign, label, act]) =>
    button(sign, act, { class: `step ${name}`, "aria-label": label, title: label, "data-keep": name }),
  );
  const where = h("span", { class: "where" });
  fill(steps, buttons[0], buttons[1], where, buttons[2], buttons[3]);
  let shownLast = -1;

  function item(ply, index) {
    const texts = ply.moves.map((move) => h("span", { class: "move-text" }, dots(page, move), move.text));
    const note = page.notes?.get(index + 1);
    const sign = note && h("span", { class: ["move-note", note.class], title: note.title, role: "img", "aria-label": note.title }, note.sign);
    return h(
      "li",
      { class: "ply" },
      button([texts, sign], () => page.play.go(index + 1), { class: "ply-button", "data-ply": index + 1, title: ply.did || null }),
    );
  }

  return {
    element,
    update(table) {
      const { plies } = table.said;
      const shown = page.play.shown;
      const from = plies.length > MANY ? Math.max(0, Math.floor(shown / AROUND) * AROUND - AROUND) : 0;
      const listed = plies.length > MANY ? plies.slice(from, from + 3 * AROUND) : plies;
      const notes = page.notes ? [...page.notes] : [];
      const before = list.querySelector("[aria-current]");
      const inSight = before !== null && liesIn(list, before);
      list.style.counterReset = `ply ${from}`;
      list.style.setProperty("--widest", `${widest(listed, notes.length > 0)}rem`);
      refresh(list, [from, listed.map((ply) => ply.moves), table.info.colours, notes], () =>
        plies.length
          ? listed.map((ply, index) => item(ply, from + index))
          : h("li", { class: "none" }, "No moves yet."),
      );
      for (const old of list.querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
      const current = list.querySelector(`[data-ply="${shown}"]`);
      current?.setAttribute("aria-current", "step");
      stopAt(list, current);
      if (current && (shown !== shownLast || (inSight && !liesIn(list, current)))) list.scrollTop = current.offsetTop - list.clientHeight / 2;
      if (shown !== shownLast && shownLast >= 0 && (page.play.step !== null || !live)) heard.textContent = spoken(plies[shown - 1], shown);
      if (list.isConnected) shownLast = shown;
      where.textContent =
        page.play.step === null ? (plies.length ? `${plies.length}` : "–") : `${shown} of ${plies.length}`;
      mayStep(buttons, shown === 0, page.play.step === null);
      element.classList.toggle("looking-back", page.play.step !== null);
    },
  };
}

/** So much room the widest ply needs with its number, in rem: the moves stand below each other, in columns. */
function widest(plies, noted) {
  const letters = ({ moves }) => moves.reduce((sum, { text, pieces }) => sum + text.length + 2 + (pieces ? pieces.length : 1), 0);
  return Math.ceil(2 * (2 + 0.48 * Math.max(3, ...plies.map(letters)) + (noted ? 1.5 : 0))) / 2;
}

/** The position shown, for who hears it: "Move 12: d3, turns d4". */
function spoken(ply, number) {
  if (!ply) return "First position";
  return `Move ${number}: ${[...ply.moves.map(({ text }) => text), ply.did].filter(Boolean).join(", ")}`;
}

/** What a move put down as dots; where that says nothing, the colour of the seat. */
function dots(page, { seat, pieces }) {
  const codes = pieces || (page.table.info.colours[seat] ?? "").slice(0, 1);
  return h("span", { class: "dots", "aria-hidden": "true" }, [...codes].map((code) => dot(page.layout, code)));
}
