/** Setting up a game: against whom, on which side, with which options and clock. */

import { Board } from "../board/board.js";
import { pieceIcon } from "../board/pieces.js";
import { describe, engine, engines, gameNamed } from "../lib/api.js";
import { button, fill, h, link as anchor, refresh } from "../lib/dom.js";
import { change, optionsOf, settings } from "../lib/settings.js";
import { clockField, levelField, optionFields } from "./options.js";

const MODES = [
  ["machine", "Against the machine", "Start"],
  ["here", "Players at this screen", "Start"],
  ["room", "A room with a link", "Create the room"],
];

export class SetupPage {
  constructor(app, name) {
    this.app = app;
    this.name = name;
    this.mode = new URLSearchParams(location.search).has("room") ? "room" : "machine";
    /** @type {number | "any"} */
    this.side = 0;
    this.element = h("main", { class: "setup", id: "main" }, h("p", { class: "loading" }, "One moment…"));
  }

  async start() {
    try {
      this.game = await gameNamed(this.name);
      this.options = optionsOf(this.game);
      this.asked = describe(this.name, this.options);
      this.described = await this.asked;
      this.engines = await engines();
    } catch (error) {
      fill(
        this.element,
        h(
          "div",
          { class: "notice" },
          h("h1", {}, "Nothing to set up"),
          h("p", {}, error.message),
          anchor("/", "To the games", { class: "button primary" }),
        ),
      );
      return;
    }
    this.build();
  }

  build() {
    this.preview = h("div", { class: "preview" });
    this.level = levelField(this.engines, settings().level);
    this.clock = clockField();
    this.sides = h("fieldset", { class: "sides" });
    this.roomName = h("input", { name: "room-name", maxlength: 40, value: this.game.title, required: true });
    this.myName = h("input", {
      name: "my-name",
      maxlength: 40,
      value: settings().name,
      placeholder: "Guest",
      autocomplete: "nickname",
    });
    this.listed = h("input", { type: "checkbox", name: "listed", checked: true });
    const modes = h(
      "div",
      { class: "modes", role: "group", "aria-label": "How to play" },
      MODES.map(([mode, label]) =>
        button(label, () => this.setMode(mode), {
          class: "mode",
          "data-mode": mode,
          "aria-pressed": String(mode === this.mode),
        }),
      ),
    );
    this.submit = h("button", { class: "primary big start" });
    this.roomFields = h(
      "div",
      { class: "room-fields" },
      h("label", { class: "field" }, h("span", { class: "field-name" }, "Name of the room"), this.roomName),
      h("label", { class: "check" }, this.listed, " Show it in the list of rooms"),
    );
    this.saved = h(
      "button",
      { type: "button", class: "keep", onclick: () => this.keep() },
      "Keep these options for next time",
    );
    fill(
      this.element,
      h(
        "form",
        {
          class: "setup-form",
          onsubmit: (event) => {
            event.preventDefault();
            this.open();
          },
        },
        h("h1", {}, this.game.title),
        modes,
        h(
          "div",
          { class: "fields" },
          this.level.element,
          this.roomFields,
          h("label", { class: "field name-field" }, h("span", { class: "field-name" }, "Your name"), this.myName),
          this.sides,
          this.clock.element,
        ),
        this.game.options.length > 0 &&
          h(
            "fieldset",
            { class: "fields" },
            h("legend", {}, "Rules"),
            optionFields(this.game, this.options, (name, value) => this.setOption(name, value)),
            this.saved,
          ),
        h("div", { class: "setup-go" }, this.submit, anchor(`/rules/${this.name}`, "Read the rules")),
      ),
      this.preview,
    );
    this.setMode(this.mode);
    this.drawPreview();
  }

  setMode(mode) {
    this.mode = mode;
    for (const choice of this.element.querySelectorAll("[data-mode]"))
      choice.setAttribute("aria-pressed", String(choice.dataset.mode === mode));
    this.level.element.hidden = mode !== "machine";
    this.roomFields.hidden = mode !== "room";
    this.sides.hidden = mode === "here";
    this.submit.textContent = MODES.find(([name]) => name === mode)[2];
  }

  async setOption(name, value) {
    this.options = { ...this.options, [name]: value };
    const asked = describe(this.name, this.options);
    this.asked = asked;
    try {
      const described = await asked;
      if (asked !== this.asked) return; // another choice has been made since
      this.described = described;
      this.drawPreview();
    } catch (error) {
      if (asked === this.asked && this.app.page === this) this.app.toast(error.message);
    }
  }

  keep() {
    change({ games: { ...settings().games, [this.name]: this.options } });
    this.app.toast("Kept: every new game starts with these.", "calm");
  }

  drawPreview() {
    const { layout, sides, start, seats, words_of_board: words } = this.described;
    const board = new Board(layout, { title: `${this.game.title} board: ${words}`, labels: settings().coordinates });
    board.show(start.board);
    fill(this.preview, board.element);
    if (this.side !== "any" && this.side >= seats) this.side = 0;
    /** @type {(number | "any")[]} */
    const choices = [...Array(seats).keys(), "any"];
    refresh(this.sides, [choices, start.info.colours], () => [
      h("legend", {}, "Your side"),
      choices.map((side) => {
        const codes = side === "any" ? null : start.info.colours[side];
        const label = side === "any" ? "by lot" : sides[side];
        return h(
          "label",
          { class: "side" },
          h("input", {
            type: "radio",
            name: "side",
            value: String(side),
            checked: side === this.side,
            onchange: () => {
              this.side = side;
            },
          }),
          h(
            "span",
            { class: "side-look" },
            codes ? [...codes].map((code) => pieceIcon(layout, code)) : "?",
            h("span", {}, label),
          ),
        );
      }),
    ]);
  }

  /** Open the room and go there. */
  open() {
    const name = this.myName.value.trim();
    if (name) change({ name });
    this.app.openRoom(() => this.room(name || "Guest"));
  }

  /** What the room is to be. Nothing can be chosen any more while this waits for what it needs. */
  async room(name) {
    const room = this.mode === "room";
    const { seats } = await this.asked; // an option chosen a moment ago may change how many play
    const side = this.side === "any" ? Math.floor(Math.random() * seats) : this.side;
    const others = this.mode === "machine" ? await engine(this.level.value()) : room ? "open" : "me";
    return {
      name: room ? this.roomName.value : this.game.title,
      game: this.name,
      options: this.options,
      clock: this.clock.value(),
      listed: room && this.listed.checked,
      offline: !room,
      host_name: name,
      seats: Array.from({ length: seats }, (_, seat) => (seat === side ? "me" : others)),
    };
  }
}
