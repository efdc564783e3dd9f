/** What happened at a table, told to everybody who looks, hears or listens. */

import { h, reveal } from "../lib/dom.js";
import { sound } from "../lib/sound.js";

/** Say what happened, and make the sounds that go with it. @param {import("../pages/table.js").TablePage} page @param {any} update @param {any} offer what was asked before it happened */
export function tell(page, update, offer) {
  const { lines } = update.said;
  if (lines.length) {
    page.app.announce(lines.join(" "));
    page.log.prepend(...lines.map((text) => h("li", {}, text)).reverse());
    while (page.log.childElementCount > 60) page.log.lastElementChild.remove();
  }
  const kinds = new Set(update.events.map((event) => event.type));
  if (kinds.has("missed") && page.table.host === page.me) page.app.toast(lines.join(" "), "calm");
  if (offer?.by === page.me && update.events.some(({ how }) => how === "denied" || how === "expired"))
    page.answered = { text: lines.join(" "), plies: page.table.plies.length };
  if (kinds.has("offered") || kinds.has("finished")) page.answered = { text: "", plies: 0 };
  if (kinds.has("started") || kinds.has("restarted")) sound("start");
  if (kinds.has("offered") && page.table.offer?.waiting.some((seat) => page.table.you.includes(seat)))
    sound("notice");
  if (kinds.has("entered") && page.table.host === page.me) sound("notice");
}

/** Does the board keep its place while the page is scrolled? @param {{play: import("./play.js").Play}} page */
export function isSteady(page) {
  const place = page.play.board.element.parentElement;
  return place !== null && getComputedStyle(place).position === "sticky";
}

/**
 * Bring what has just come and cannot wait into sight, for who has scrolled away from it. A question does so only where the board keeps its
 * place meanwhile: nothing may move under a finger.
 * @param {import("../pages/table.js").TablePage} page @param {any} update
 */
export function pointOut(page, update) {
  const came = (...kinds) => update.events.some(({ type, how }) => kinds.includes(type) || kinds.includes(how));
  if (came("finished")) page.verdictDue = true;
  else if (isSteady(page) && came("offered", "denied", "expired")) reveal(page.element.querySelector(".offer, .offer-answer"));
}

/** The verdict is given, for eyes and ears, once everything on the board is where it belongs. @param {import("../pages/table.js").TablePage} page */
export function giveVerdict(page) {
  const verdict = page.element.querySelector(".ending:not([hidden], .awaited) .verdict");
  if (!page.verdictDue || !verdict) return;
  page.verdictDue = false;
  sound("end");
  reveal(verdict);
}
