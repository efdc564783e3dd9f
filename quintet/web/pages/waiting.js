/** What waits for whoever opens the first page: games that run, rooms of theirs, and whatever else is in progress. */

import { Board } from "../board/board.js";
import { h, link as anchor, style } from "../lib/dom.js";
import { PROGRESS } from "../game/panels.js";

/** @param {any} app @param {{rooms: any[], layouts: any[], reviews: any[]}} found @returns {Promise<any>} an element, or nothing */
export async function waitingList(app, { rooms, layouts, reviews }) {
  await style("waiting");
  const others = await Promise.all(
    PROGRESS.filter((part) => part.when()).map((part) => part.load().then((module) => module.progress(app)).catch(() => null)),
  );
  const parts = others.filter(Boolean);
  if (!rooms.length && !reviews.length && !parts.length) return null;
  const list = h("ul", { class: "waits" }, rooms.map((room) => h("li", {}, entry(room, layouts[room.layout]))));
  return h(
    "section",
    { class: "waiting", "aria-label": "What waits for you" },
    rooms.length > 0 && [h("h2", {}, "Your games"), list],
    reviews.length > 0 && [h("h2", {}, "Your reviews"), h("ul", { class: "waits" }, reviews.map((review) => h("li", {}, reviewEntry(review))))],
    parts,
  );
}

function entry(room, layout) {
  const board = new Board(layout, { labels: false, title: `${room.name}: the board` });
  board.show(room.board);
  board.mark(room.marks);
  return anchor(
    `/r/${room.room}`,
    [
      h("span", { class: "tiny", "aria-hidden": "true" }, board.element),
      h("span", {}, h("b", {}, room.name), h("span", { class: "text" }, room.text), h("small", {}, room.told)),
    ],
    { class: room.yours ? "yours" : "", "data-room": room.room },
  );
}

function reviewEntry({ id, title, who, text, ready }) {
  return anchor(
    `/g/${id}`,
    h("span", {}, h("b", {}, title), h("span", { class: "text" }, text), h("small", {}, who)),
    { class: ["review-wait", ready && "yours"], "data-review": id },
  );
}
