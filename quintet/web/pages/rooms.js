/** The list of rooms, live: to join while seats are open, or to watch. */

import { games } from "../lib/api.js";
import { fill, h, link as anchor, refresh } from "../lib/dom.js";
import { loadButton } from "./load.js";

const STATUS = { seating: "waiting", counting: "starting", playing: "playing", finished: "finished" };

/** `finished`: also those where the game is over. @param {any} app @param {{most?: number, finished?: boolean}} [options] */
export function roomList(app, { most = 100, finished = true } = {}) {
  const element = h(
    "ul",
    { class: "rooms", "aria-live": "polite", "aria-label": "Rooms" },
    h("li", { class: "none" }, "Looking for rooms…"),
  );
  const rooms = new Map();

  function draw() {
    const shown = [...rooms.values()]
      .filter((room) => room.status !== "closed" && (finished || room.status !== "finished"))
      .sort((a, b) => rank(a) - rank(b) || b.created_at - a.created_at)
      .slice(0, most);
    refresh(element, [shown], () =>
      shown.length
        ? shown.map(row)
        : h("li", { class: "none" }, "No open rooms just now. Create one and send the link to a friend."),
    );
  }

  function row(room) {
    const open = room.seats.some((seat) => seat === null) && room.status !== "finished";
    const named = room.told.split(" · ")[0] !== room.name; // or it is called after its game
    return h(
      "li",
      { class: ["room", room.status], "data-room": room.room },
      h(
        "div",
        {},
        anchor(`/r/${room.room}`, named ? room.name : room.told, { class: "room-name", "data-keep": `name-${room.room}` }),
        named && h("small", {}, room.told),
      ),
      h(
        "div",
        { class: "room-seats" },
        room.seats.map((seat) => h("span", { class: seat === null ? "free" : "taken" }, seat ?? "open")),
      ),
      h("span", { class: "room-status" }, STATUS[room.status] ?? room.status),
      h(
        "span",
        { class: "room-ways" },
        open &&
          anchor(`/r/${room.room}?sit`, "Join", { class: "button primary join", "data-keep": `join-${room.room}` }),
        anchor(`/r/${room.room}`, "Watch", { class: "button watch", "data-keep": `go-${room.room}` }),
      ),
    );
  }

  const listeners = {
    rooms: ({ detail }) => {
      rooms.clear();
      for (const room of detail.rooms) rooms.set(room.room, room);
      draw();
    },
    "room-changed": ({ detail }) => {
      rooms.set(detail.room.room, detail.room);
      draw();
    },
    "room-closed": ({ detail }) => {
      rooms.delete(detail.room);
      draw();
    },
  };
  return {
    element,
    start() {
      for (const [kind, listener] of Object.entries(listeners)) app.link.addEventListener(kind, listener);
      app.link.follow(true);
    },
    stop() {
      for (const [kind, listener] of Object.entries(listeners)) app.link.removeEventListener(kind, listener);
      app.link.follow(false);
    },
  };
}

/** Rooms that wait for players come first. */
function rank(room) {
  return ["seating", "counting", "playing", "finished"].indexOf(room.status);
}

export class RoomsPage {
  constructor(app) {
    this.list = roomList(app);
    this.choices = h("div", { class: "create-row" });
    this.element = h(
      "main",
      { class: "rooms-page", id: "main" },
      h("div", { class: "section-head" }, h("h1", {}, "Rooms"), loadButton(app)),
      this.list.element,
      h("h2", {}, "Create a room"),
      this.choices,
    );
  }

  async start() {
    this.list.start();
    const list = await games().catch(() => []);
    fill(
      this.choices,
      list.map((game) => anchor(`/play/${game.name}?room`, game.title, { class: "button" })),
    );
  }

  stop() {
    this.list.stop();
  }
}
