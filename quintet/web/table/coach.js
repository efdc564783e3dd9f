/** A coach beside a game against machines: a move that would be a mistake is asked about before it is made. */

import { fetchJson } from "../lib/api.js";
import { h, sure } from "../lib/dom.js";
import { change, settings } from "../lib/settings.js";

/** How long a move is looked at, and how long it is waited for at most, also while the engine is loaded. */
const SECONDS = 0.6;
const LONGEST_MS = 6000;

const ask = (question) =>
  fetchJson("/api/coach", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(question) });

/** @param {any} page of a table */
export function coachPanel(page) {
  const toggle = h("input", { type: "checkbox", name: "warn", checked: settings().warn, onchange: () => change({ warn: toggle.checked }) });
  const told = h("span", { class: "coach-told", role: "status" });
  const element = h(
    "p",
    { class: "coach", hidden: true },
    h("label", { class: "check", title: "You are asked before you make a move that would be a mistake" }, toggle, " Warn me of mistakes"),
    told,
  );

  /** Is this player alone with machines? */
  const offered = ({ offline, host, seats, you, status }) =>
    offline && status === "playing" && host === page.me && you.length === 1 && seats.length > 1 && seats.every(({ seat, machine }) => machine || you.includes(seat));

  async function warning(seat, text) {
    const { room } = page;
    const { move } = await ask({ room, seat, text });
    if (!move) return ""; // the table says why it may not be made
    const { analyse } = await import("../engine/analyse.js");
    const running = analyse({ room, seat, lines: 2, also: [move], seconds: SECONDS });
    const late = setTimeout(running.stop, LONGEST_MS);
    const found = await running.done.finally(() => clearTimeout(late));
    if (!found) return "";
    const { chosen: _, ...analysis } = /** @type {any} */ (found);
    return (await ask({ room, seat, text: move, found: analysis })).warn;
  }

  /** May this move be made? Whoever cannot say lets it be made. */
  async function allows(seat, text) {
    if (!toggle.checked || !offered(page.table)) return true;
    told.textContent = "Looking at your move…";
    const warn = await warning(seat, text).catch(() => "");
    told.textContent = "";
    if (!warn || page.stopped) return true;
    page.app.announce(warn);
    return sure(`Sure? ${warn}`, "Play it all the same", "Take it back");
  }

  return {
    element,
    update(table) {
      element.hidden = !offered(table);
    },
    /** Make a move at the table, unless it is taken back. @param {number} seat @param {string} text @returns {Promise<boolean>} */
    async make(seat, text) {
      const version = page.table.turn_version;
      if (await allows(seat, text)) return page.send({ type: "move", seat, text, version });
      if (!page.stopped && version === page.table.turn_version) page.play.compose();
      return false;
    },
  };
}
