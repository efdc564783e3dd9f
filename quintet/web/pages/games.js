/** Games that were played: everybody's or one's own, found by who, what, when and how. */

import { games } from "../lib/api.js";
import { archive } from "../lib/learning.js";
import { day } from "../lib/day.js";
import { button, fill, h, holding, link as anchor, style } from "../lib/dom.js";
import { loadButton } from "./load.js";

const RESULTS = {
  mine: [["won", "I won"], ["lost", "I lost"], ["drawn", "A draw"]],
  all: [["decided", "Somebody won"], ["drawn", "A draw"]],
};
/** After the last key, before it is looked. */
const PAUSE_MS = 300;

export class GamesPage {
  constructor(app) {
    this.app = app;
    this.query = new URLSearchParams(location.search);
    this.list = h("ul", { class: "games", "aria-live": "polite", "aria-label": "Games" });
    this.more = h("p", { class: "games-more" });
    this.form = h("form", { class: "find", role: "search", onsubmit: (event) => event.preventDefault() });
    this.whose = h("div", { class: "whose", role: "group", "aria-label": "Whose games" });
    this.element = h(
      "main",
      { class: "games-page", id: "main" },
      h("div", { class: "section-head" }, h("h1", {}, "Games"), h("div", {}, anchor("/analysis", "Analysis board", { class: "button quiet" }), loadButton(app))),
      this.whose,
      this.form,
      this.list,
      this.more,
    );
  }

  get mine() {
    return this.query.has("mine");
  }

  async start() {
    this.app.setTitle("Games");
    await style("game");
    this.kinds = await games().catch(() => []);
    this.draw();
    this.look();
  }

  stop() {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  // --- what is looked for

  draw() {
    holding(this.element, () => this.rebuild(), () => null);
  }

  rebuild() {
    const whose = [["All public games", false], ["My games", true]];
    fill(
      this.whose,
      whose.map(([label, mine]) =>
        button(label, () => this.set({ mine: mine ? "" : null, result: null }), { "aria-pressed": String(mine === this.mine), class: mine ? "mine" : "all", "data-keep": label }),
      ),
    );
    const kind = this.kinds.find(({ name }) => name === this.query.get("game"));
    fill(
      this.form,
      this.select("game", "Game", this.kinds.map(({ name, title }) => [name, title])),
      this.input("name", this.mine ? "Opponent" : "Player", "search"),
      this.select("result", "Result", this.mine ? RESULTS.mine : RESULTS.all),
      this.input("since", "From", "date"),
      this.input("until", "To", "date"),
      kind?.options.filter((option) => option.choices).map((option) => this.select(`o-${option.name}`, option.title, option.choices.map((choice, at) => [String(choice), option.names[at]]))),
    );
  }

  select(name, label, choices) {
    const now = this.query.get(name) ?? "";
    const input = h(
      "select",
      { name, "data-keep": name, onchange: () => this.set({ [name]: input.value || null, ...(name === "game" ? this.withoutOptions() : {}) }) },
      h("option", { value: "" }, "any"),
      choices.map(([value, text]) => h("option", { value, selected: value === now }, text)),
    );
    return h("label", { class: "field" }, h("span", { class: "field-name" }, label), input);
  }

  input(name, label, type) {
    const input = h("input", {
      name,
      type,
      maxlength: 40,
      value: this.query.get(name) ?? "",
      oninput: () => {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.set({ [name]: input.value || null }, false), PAUSE_MS);
      },
    });
    return h("label", { class: "field" }, h("span", { class: "field-name" }, label), input);
  }

  withoutOptions() {
    return Object.fromEntries([...this.query.keys()].filter((key) => key.startsWith("o-")).map((key) => [key, null]));
  }

  /** Look for something else; the address says what, so that it can be sent to somebody. */
  set(changes, redraw = true) {
    if (this.stopped) return;
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) this.query.delete(name);
      else this.query.set(name, value);
    }
    const text = this.query.toString().replace(/=(?=&|$)/g, "");
    history.replaceState(null, "", text ? `/games?${text}` : "/games");
    this.app.address = location.pathname + location.search;
    if (redraw) this.draw();
    this.look();
  }

  asked(after) {
    const kind = this.kinds.find(({ name }) => name === this.query.get("game"));
    const options = {};
    for (const option of kind?.options ?? []) {
      const value = this.query.get(`o-${option.name}`);
      const choice = option.choices?.find((one) => String(one) === value);
      if (choice !== undefined) options[option.name] = choice;
    }
    const plain = ["game", "name", "result", "since", "until"].filter((name) => this.query.get(name));
    return {
      ...(this.mine ? { mine: "true" } : {}),
      ...Object.fromEntries(plain.map((name) => [name, this.query.get(name)])),
      ...(Object.keys(options).length ? { options: JSON.stringify(options) } : {}),
      ...(after ? { after } : {}),
    };
  }

  // --- what is found

  async look(after = "") {
    const asked = (this.asking = Symbol(after));
    try {
      const { games: found, next } = await archive(this.asked(after));
      if (asked !== this.asking || this.stopped) return;
      const rows = found.map((game) => this.row(game));
      if (after) this.list.append(...rows);
      else fill(this.list, rows.length ? rows : h("li", { class: "none" }, this.nothing()));
      fill(this.more, next && button("More", () => this.look(next), { class: "more" }));
      if (after) rows[0]?.querySelector("a").focus();
    } catch (error) {
      if (asked === this.asking && !this.stopped) fill(this.list, h("li", { class: "none" }, error.message));
    }
  }

  nothing() {
    const searching = [...this.query.keys()].some((key) => key !== "mine");
    if (searching) return "No game like that.";
    return this.mine ? "You have finished no game yet. Every game you finish is kept here." : "No public game has been finished yet. Those against the machine and at one screen are under My games.";
  }

  row(game) {
    const about = [game.title, ...game.rules, `${game.plies} moves`, !game.public && "private"];
    const own = game.yours.length === 1 ? game.players[game.yours[0]].result : "";
    return h(
      "li",
      { class: ["found", own], "data-id": game.id },
      h("div", {}, anchor(`/g/${game.id}`, game.who), h("small", {}, about.filter(Boolean).join(" · "))),
      h("span", { class: "how" }, game.result),
      h("time", { datetime: new Date(game.ended).toISOString() }, day(game.ended)),
    );
  }
}
