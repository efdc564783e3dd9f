/** The page of a table: board, seats, moves, offers, and everything that happens, told and shown. */

import { able } from "../engine/able.js";
import { describe } from "../lib/api.js";
import { fill, h, link as anchor, sure } from "../lib/dom.js";
import { settings } from "../lib/settings.js";
import { sound } from "../lib/sound.js";
import { actionsPanel, offersPanel, sharePanel } from "../table/actions.js";
import { coachPanel } from "../table/coach.js";
import { coverPanel } from "../table/cover.js";
import { endingPanel } from "../table/ending.js";
import { keyPressed } from "../table/keys.js";
import { Lender } from "../table/lender.js";
import { movesPanel } from "../table/moves.js";
import { Past } from "../table/past.js";
import { peoplePanel } from "../table/people.js";
import { Play } from "../table/play.js";
import { promptPanel } from "../table/prompt.js";
import { seatsPanel } from "../table/seats.js";
import { merge } from "../table/state.js";
import { giveVerdict, pointOut, tell } from "../table/tell.js";

/** After this long a player may wonder what the engine is doing. */
const PATIENCE_MS = 6000;
/** What is asked before a running game ends is answered in words of what will be done. @type {Record<string, [string, string]>} */
const ANSWERS = { leave: ["Leave", "Stay"], close: ["Close the room", "Keep it open"], kick: ["Remove", "Do not remove"] };

export class TablePage {
  /** @param {any} app @param {string} room */
  constructor(app, room) {
    this.app = app;
    this.link = app.link;
    this.room = room;
    this.sound = sound;
    this.log = h("ul", { class: "log" });
    this.element = h("main", { class: "table-page", id: "main" }, h("p", { class: "loading" }, "Setting the table…"));
    this.stops = [];
    this.stopped = false;
    this.patient = false;
    /** What a machine waits for before it can think; empty once something has happened. */
    this.preparing = "";
    /** The turn that is waited for, and since when. */
    this.waited = this.waitedSince = 0;
    /** Who can be given a seat; the host is told. */
    this.players = [];
    this.past = new Past(room, () => this.later());
    /** Did somebody come to play, not only to look? */
    this.toSit = new URLSearchParams(location.search).has("sit");
    if (this.toSit) history.replaceState(null, "", location.pathname); // the link that is sent on is that of the room
    /** What became of the last question this player asked, until the next move. */
    this.answered = { text: "", plies: 0 };
    /** Has a game just ended whose end is still to be told? */
    this.verdictDue = false;
    this.link.lends = able();
    this.lender = new Lender(this.link, room);
  }

  get me() {
    return this.link.guest;
  }

  start() {
    this.on("view", ({ detail }) => detail.room === this.room && this.viewed(detail));
    this.on("update", ({ detail }) => detail.room === this.room && this.updated(detail));
    this.on("preparing", ({ detail }) => detail.room === this.room && this.prepared(detail.text));
    this.on("queue", ({ detail }) => detail.room === this.room && this.queued(detail));
    this.on("players", ({ detail }) => {
      this.players = detail.players;
      this.later();
    });
    this.on("no-room", ({ detail }) => this.missing(detail.text));
    this.on("bye", ({ detail }) => detail.reconnect_ms === undefined && this.missing(detail.text));
    this.timer = setInterval(() => this.tick(), 200);
    const keys = (event) => keyPressed(this.play, event);
    document.addEventListener("keydown", keys);
    this.stops.push(() => document.removeEventListener("keydown", keys));
    this.link.join(this.room);
  }

  /** The page is left, or the table is gone: whatever still comes is for nobody. */
  stop() {
    if (this.stopped) return;
    this.stopped = true;
    this.lender.stop();
    clearInterval(this.timer);
    for (const stop of this.stops) stop();
    if (this.link.bench) this.link.followBench(false);
    this.link.part();
  }

  on(kind, listener) {
    this.link.addEventListener(kind, listener);
    this.stops.push(() => this.link.removeEventListener(kind, listener));
  }

  // --- what the server says

  async viewed(view) {
    const first = !this.table;
    this.table = view;
    this.lender.look(view);
    this.past.forget();
    if (first) await this.setUp(view);
    if (!this.play || this.stopped) return; // not set up yet: what has come is shown then
    this.play.show(this.table);
    this.refresh();
    const { people, status } = this.table;
    if (!people.some((person) => person.guest === this.me) && status !== "closed") this.enter();
  }

  /** Draw everything as the game of this table wants it. */
  async setUp(view) {
    const game = await describe(view.game, view.options).catch((error) => this.missing(error.message));
    if (!game || this.stopped) return;
    this.game = game;
    this.layout = game.layout;
    this.build();
  }

  /** Come in under the name this browser knows; a full room can still be watched. */
  async enter() {
    const entered = await this.link.ask({ type: "enter", name: settings().name || "Guest" }).catch(() => undefined);
    const { seats, you } = this.table;
    const wish = seats.find((seat) => seat.kind === "open") ?? seats.at(-1); // where all are taken meanwhile, the answer says so
    if (entered && this.toSit && !you.length) this.send({ type: "sit", seat: wish.seat });
    this.toSit = false;
  }

  prepared(text) {
    this.preparing = text;
    if (this.parts && this.table) this.parts.prompt.update(this.table);
  }

  updated(update) {
    if (!this.table || update.version <= this.table.version) return;
    this.preparing = "";
    const before = this.table;
    this.table = merge(before, update);
    this.lender.look(this.table);
    if ("keep" in update) this.past.forget();
    if (!this.play) return;
    if (update.status === "closed") return this.missing(update.said.lines.join(" "), "The table is gone");
    this.play.update(this.table, update);
    tell(this, update, before.offer);
    this.refresh();
    pointOut(this, update);
  }

  /** The machines have others to answer first, or no longer. */
  queued({ text = "" }) {
    if (!this.table) return;
    this.table = { ...this.table, queue: text };
    this.later();
  }

  /** There is no table to show, or no longer. @param {string} text */
  missing(text, title = "This table cannot be shown") {
    if (this.stopped) return;
    this.stop();
    this.app.setTitle(title);
    const back = anchor("/", "To the games", { class: "button primary" });
    fill(this.element, h("div", { class: "notice" }, h("h1", {}, title), h("p", {}, text), back));
  }

  // --- the page

  build() {
    this.title = this.table.name === this.game.title ? this.table.name : `${this.game.title}: ${this.table.name}`;
    this.play = new Play(this.layout, {
      title: `${this.game.title} board`,
      submit: (seat, text) => this.parts.coach.make(seat, text),
      refused: (seat, composer, space) => this.askWhy(seat, composer, space),
      changed: () => this.later(),
    });
    const parts = {
      seats: seatsPanel,
      prompt: promptPanel,
      offers: offersPanel,
      actions: actionsPanel,
      moves: movesPanel,
      people: peoplePanel,
      share: sharePanel,
      cover: coverPanel,
      coach: coachPanel,
      ending: endingPanel,
    };
    this.parts = Object.fromEntries(Object.entries(parts).map(([name, make]) => [name, make(this)]));
    const { seats, prompt, offers, actions, coach, moves, people, share, cover, ending } = this.parts;
    fill(
      this.element,
      h(
        "div",
        { class: "table-head" },
        h("h1", {}, this.table.name),
        h(
          "p",
          { class: "game-line" },
          anchor(`/rules/${this.game.name}`, this.table.name === this.game.title ? "Rules" : this.game.title),
          this.table.said.rules.map((rule) => h("span", { class: "rule" }, ` · ${rule}`)),
          h("span", { class: "global" }),
        ),
      ),
      seats.element,
      h("div", { class: "board-place" }, this.play.board.element, cover.element),
      h("div", { class: "near" }, offers.element, ending.element, prompt.element, actions.element, coach.element),
      h(
        "div",
        { class: "aside" },
        moves.element,
        people.element,
        share.element,
        h("details", { class: "panel log-panel" }, h("summary", {}, "What happened"), this.log),
      ),
    );
    this.app.setTitle(this.title);
  }

  /** Refresh once, after everything that happens now. */
  later() {
    if (this.due) return;
    this.due = true;
    queueMicrotask(() => {
      this.due = false;
      this.refresh();
    });
  }

  refresh() {
    if (this.stopped || !this.parts || !this.play.table) return;
    const { table } = this;
    const host = table.host === this.me;
    if (host !== this.link.bench) this.link.followBench(host);
    const { seats, ...others } = this.parts;
    const shown = this.past.counted(table, this.play);
    seats.update(shown);
    for (const part of Object.values(others)) part.update(table);
    giveVerdict(this);
    const { standing } = shown.said.counts;
    const running = table.status === "playing" || this.play.step !== null;
    this.element.querySelector(".global").textContent = running ? standing.map((text) => ` · ${text}`).join("") : "";
    this.element.dataset.status = table.status;
    this.element.dataset.version = String(table.version);
    const mine = Boolean(this.play.composer) && table.status === "playing" && !this.play.isSealed;
    this.app.setTitle(`${mine ? "● " : ""}${this.title}`);
  }

  tick() {
    if (!this.parts || !this.table) return;
    if (this.waited !== this.table.turn_version)
      [this.waited, this.waitedSince] = [this.table.turn_version, Date.now()];
    if (this.patient !== Date.now() - this.waitedSince > PATIENCE_MS) {
      this.patient = !this.patient;
      this.parts.prompt.update(this.table);
    }
    this.parts.seats.tick();
    this.parts.offers.tick();
  }

  // --- what the player does

  /** Give a command; tells the player when it is refused. Was it accepted? @returns {Promise<boolean>} */
  async send(message) {
    try {
      await this.link.ask(message);
      return true;
    } catch (error) {
      if (error.code === "already-accepted") return true;
      if (error.code === "ends-game" && !this.stopped)
        return (await sure(error.message, ...(ANSWERS[message.type] ?? []))) && this.send({ ...message, sure: true });
      if (!this.stopped) this.app.toast(error.message);
      return false;
    }
  }

  /** A pick that meant nothing: the rules say why. */
  askWhy(seat, composer, space) {
    const chosen = composer.chosen.map(({ place }) => place.text);
    this.send({ type: "pick", seat, version: this.table.turn_version, space, piece: composer.key, chosen });
  }

  say(text) {
    if (!this.stopped) this.app.toast(text, "calm");
  }

  async leave() {
    const here = this.table.people.some((person) => person.guest === this.me);
    const left = !here || this.table.status === "finished" || (await this.send({ type: "leave" }));
    if (left && !this.stopped) this.app.go("/");
  }
}
