/** The page of a game that was played: looking at it, sharing it, taking it home, and playing on from anywhere in it. */

import { describe, engine } from "../lib/api.js";
import { archived, replay, wishFor } from "../lib/learning.js";
import { button, fill, h, link as anchor, refresh, style, sure } from "../lib/dom.js";
import { day } from "../lib/day.js";
import { settings } from "../lib/settings.js";
import { decided } from "../game/decided.js";
import { ACTIONS, PANELS } from "../game/panels.js";
import { Viewer } from "../game/viewer.js";
import { broughtRecord } from "./record.js";

export class GamePage {
  /** @param {any} app @param {string} id of a game in the archive; empty for the record that was loaded */
  constructor(app, id = "") {
    this.app = app;
    this.id = id;
    this.element = h("main", { class: "game-page", id: "main" }, h("p", { class: "loading" }, "Looking for the game…"));
    this.stops = [];
  }

  async start() {
    try {
      const data = await this.fetch();
      const [described] = await Promise.all([describe(data.show.game, data.show.options), style("game")]);
      if (!this.stopped) this.build(data, described);
    } catch (error) {
      if (!this.stopped) this.missing(error.message);
    }
  }

  fetch() {
    if (this.id) return archived(this.id);
    const record = broughtRecord();
    if (!record) throw new Error("No record was loaded here; load one from the first page.");
    return replay(record);
  }

  stop() {
    this.stopped = true;
    for (const stop of this.stops) stop();
  }

  missing(text) {
    this.app.setTitle("No game");
    fill(
      this.element,
      h(
        "div",
        { class: "notice" },
        h("h1", {}, "This game cannot be shown"),
        h("p", {}, text),
        anchor("/games", "All games", { class: "button primary" }),
      ),
    );
  }

  // --- the page

  build(data, described) {
    this.data = data;
    const { game } = data;
    const viewer = (this.viewer = new Viewer(data, described.layout));
    this.about = h("p", { class: "game-line" });
    this.visible = h("section", { class: "panel visible", "aria-label": "Who sees this game" });
    this.extra = h("div", { class: "extra" });
    const title = game.who ? `${game.title}: ${game.who}` : game.title;
    fill(
      this.element,
      h(
        "div",
        { class: "table-head" },
        h("h1", {}, game.who || game.title),
        h("p", { class: "game-line" }, anchor(`/rules/${game.game}`, game.title), this.facts(game)),
        h("p", { class: "result-line" }, game.result),
      ),
      viewer.seats,
      viewer.place,
      h("div", { class: "near" }, viewer.tools, viewer.moves.element, decided(viewer), this.actions()),
      h("div", { class: "aside" }, this.extra, this.share(), this.visible),
    );
    this.app.setTitle(title);
    viewer.refresh();
    this.drawVisible();
    this.listen();
    for (const part of PANELS) this.addPanel(part);
  }

  facts(game) {
    const when = game.ended ? day(game.ended) : (game.date ?? "").slice(0, 10);
    const facts = [...game.rules, game.clock, `${game.plies} move${game.plies === 1 ? "" : "s"}`, when];
    return facts.filter(Boolean).map((text) => ` · ${text}`).join("");
  }

  listen() {
    const { viewer } = this;
    const keys = (event) => viewer.keyPressed(event);
    document.addEventListener("keydown", keys);
    this.stops.push(() => document.removeEventListener("keydown", keys));
    const follow = () => viewer.go(location.hash.length > 1 ? Number(location.hash.slice(1)) || 0 : viewer.last);
    addEventListener("hashchange", follow);
    this.stops.push(() => removeEventListener("hashchange", follow));
    follow();
    viewer.addEventListener("step", () => {
      const at = viewer.shown === viewer.last ? "" : `#${viewer.shown}`;
      history.replaceState(null, "", location.pathname + location.search + at);
      this.mayPlayOn();
    });
    this.mayPlayOn();
  }

  /** Another part of the house beside the game. @param {import("../game/panels.js").Part} part */
  async addPanel(part) {
    const place = h("div", { class: "extra-part", "data-panel": part.name });
    this.extra.append(place);
    try {
      const made = (await part.load()).panel(this.viewer, this);
      if (this.stopped) return void made.stop?.();
      fill(place, made.element);
      if (made.stop) this.stops.push(() => made.stop());
    } catch {
      place.remove(); // the game can be looked at without it
    }
  }

  // --- playing on

  actions() {
    this.playOn = button("Play on from here", () => this.choosePlay(), { class: "play-on" });
    const others = ACTIONS.map(({ name, label, act }) =>
      button(label, () => act(this.viewer, this), { "data-action": name }),
    );
    return h("div", { class: "game-actions" }, this.playOn, others);
  }

  mayPlayOn() {
    const { viewer } = this;
    this.playOn.disabled = viewer.shown === viewer.last && this.data.show.over;
  }

  choosePlay() {
    const { show, game } = this.data;
    const sides = this.viewer.counted(this.viewer.shown)?.sides ?? game.players.map(({ side }) => side);
    const seats = Array.from({ length: show.seats }, (_, seat) => seat);
    const ways = [
      ...seats.map((seat) => [`I play ${sides[seat]} against the machine`, () => this.room(seat, engine(settings().level), true)]),
      ["All sides at this screen", () => this.room(0, "me", true)],
      ["A room with a link", () => this.room(0, "open", false)],
    ];
    const dialog = h(
      "dialog",
      { class: "choose-game", "aria-label": "Play on from here", onclose: () => dialog.remove() },
      h("h2", {}, "Play on from here"),
      h(
        "ul",
        {},
        ways.map(([label, way]) =>
          h("li", {}, button(label, () => (dialog.close(), this.app.openRoom(way)), { class: "quiet" })),
        ),
      ),
      button("Not now", () => dialog.close()),
    );
    document.body.append(dialog);
    dialog.showModal();
  }

  /** The room in which the game goes on from the position that is shown. */
  async room(seat, others, offline) {
    const { show, game } = this.data;
    const other = await others;
    const { moves, start = null } = this.viewer.record();
    return {
      name: game.title,
      game: show.game,
      options: show.options,
      moves,
      start,
      offline,
      listed: false,
      host_name: settings().name || "Guest",
      seats: Array.from({ length: show.seats }, (_, at) => (at === seat ? "me" : other)),
    };
  }

  // --- sharing

  share() {
    const { game, show } = this.data;
    if (!game.id) return h("div", { hidden: true });
    const here = `${location.origin}/g/${game.id}`;
    const frame = `<iframe src="${location.origin}/embed/${game.id}" width="420" height="560" title="${game.title}"></iframe>`;
    return h(
      "section",
      { class: "panel share", "aria-label": "Share and download" },
      field("Link to this game", here, (text) => this.copy(text, "The link is copied.")),
      h(
        "div",
        { class: "share-tools" },
        h("a", { href: `/g/${game.id}.png`, download: "", class: "button quiet picture" }, "Picture"),
        h(
          "details",
          { class: "downloads" },
          h("summary", { class: "button quiet" }, "Download"),
          h(
            "ul",
            {},
            show.formats.map(({ name, title, suffix }) =>
              h(
                "li",
                {},
                h("a", { href: `/api/archive/${game.id}/${name}`, download: "", "data-format": name }, suffix.slice(1)),
                h("small", {}, ` ${title}`),
              ),
            ),
          ),
        ),
        h("details", { class: "embed" }, h("summary", { class: "button quiet" }, "Embed"), field("For a page of your own", frame, (text) => this.copy(text, "The code is copied."))),
      ),
    );
  }

  async copy(text, done) {
    this.app.toast((await copyText(text)) ? done : "Press Ctrl+C to copy what is marked.", "calm");
  }

  // --- whose it is

  drawVisible() {
    const { game } = this.data;
    const mine = game.yours.length > 0;
    this.visible.hidden = !game.id || (!mine && game.public);
    refresh(this.visible, [game.public, game.wish, mine], () => [
      h("p", {}, game.visible),
      mine &&
        h(
          "div",
          { class: "share-tools" },
          game.public || game.wish === "public"
            ? button("Make it private", () => this.wish("private"), { class: "quiet make-private", "data-keep": "wish" })
            : button("Make it public", () => this.wish("public"), { class: "quiet make-public", "data-keep": "wish" }),
          button("Delete", () => this.delete(), { class: "quiet danger delete" }),
        ),
    ]);
  }

  async delete() {
    const others = this.data.game.players.some(({ kind }, seat) => kind === "person" && !this.data.game.yours.includes(seat));
    const text = others
      ? "Delete this game from your list? You will be “Somebody” in it; the others keep it."
      : "Delete this game for good?";
    if (await sure(text, "Delete")) this.wish("gone");
  }

  async wish(wish) {
    try {
      const { game } = await wishFor(this.id, wish);
      if (this.stopped) return;
      if (wish === "gone") {
        this.app.toast("The game is deleted.", "calm");
        return void this.app.go("/games?mine");
      }
      this.data.game = game;
      this.drawVisible();
      this.app.toast(game.visible, "calm");
    } catch (error) {
      if (!this.stopped) this.app.toast(error.message);
    }
  }
}

/** A text to be copied. */
function field(label, text, copy) {
  const input = h("input", { readonly: true, value: text, "aria-label": label, onfocus: () => input.select() });
  const act = () => {
    input.focus();
    copy(text);
  };
  return h("label", { class: "share-link" }, label, h("span", { class: "share-row" }, input, button("Copy", act, { class: "copy" })));
}

/** Put a text where it can be pasted; was that possible? @param {string} text @returns {Promise<boolean>} */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
