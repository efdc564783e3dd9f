/** What a player can choose for this browser. */

import { Board } from "../board/board.js";
import { engines, games, sample } from "../lib/api.js";
import { button, fill, h, sure } from "../lib/dom.js";
import { DEFAULTS, change, optionsOf, settings } from "../lib/settings.js";
import { sound } from "../lib/sound.js";
import { boardAfter } from "../table/state.js";
import { levelField, optionFields } from "./options.js";

/** Of a sample game, so many moves make a board that shows what there is. */
const SOME = 14;

export class SettingsPage {
  constructor(app) {
    this.app = app;
    this.games = h("div", { class: "game-defaults" });
    this.preview = h("div", { class: "previews" });
    this.element = h("main", { class: "settings", id: "main" });
  }

  async start() {
    this.build();
    const [list, levels] = await Promise.all([games().catch(() => []), engines().catch(() => [])]);
    if (levels.length)
      this.level.replaceWith(levelField(levels, settings().level, (level) => change({ level })).element);
    this.showBoards(list);
    fill(
      this.games,
      list
        .filter((game) => game.options.length)
        .map((game) =>
          h(
            "fieldset",
            { class: "fields", "data-game": game.name },
            h("legend", {}, game.title),
            optionFields(game, optionsOf(game), (name, value) => {
              const chosen = { ...optionsOf(game), [name]: value };
              change({ games: { ...settings().games, [game.name]: chosen } });
            }),
          ),
        ),
    );
  }

  /** How boards and pieces look as they are chosen: one of every game. */
  async showBoards(list) {
    const shown = await Promise.all(list.map((game) => sample(game.name).catch(() => null)));
    const boards = shown.filter(Boolean).map(({ game, layout, start, plies }) => {
      const { title } = list.find(({ name }) => name === game);
      const board = new Board(layout, { labels: false, title: `${title} board, as chosen` });
      board.show(boardAfter(start, plies, SOME));
      return board.element;
    });
    fill(this.preview, boards);
  }

  build() {
    const now = settings();
    const name = h("input", {
      name: "name",
      maxlength: 40,
      value: now.name,
      placeholder: "Guest",
      autocomplete: "nickname",
      onchange: () => change({ name: name.value.trim() }),
    });
    this.level = h("div", { class: "field" });
    fill(
      this.element,
      h("h1", {}, "Settings"),
      h("p", { class: "lead" }, "Kept in this browser only."),
      h(
        "fieldset",
        { class: "fields" },
        h("legend", {}, "You"),
        h("label", { class: "field" }, h("span", { class: "field-name" }, "Your name"), name),
        this.level,
      ),
      h(
        "fieldset",
        { class: "fields" },
        h("legend", {}, "Look"),
        choice("Theme", "theme", [
          ["auto", "as the system"],
          ["light", "light"],
          ["dark", "dark"],
        ]),
        choice("Boards", "boards", [
          ["house", "each game its own"],
          ["wood", "wood"],
          ["slate", "slate"],
          ["plain", "plain colours"],
        ]),
        choice("Pieces", "pieces", [
          ["house", "stones"],
          ["glass", "glass"],
          ["flat", "flat"],
        ]),
        this.preview,
        check("Coordinates around the board", "coordinates"),
        check("Colour-blind-safe pieces: every colour has its own sign", "safe"),
      ),
      h(
        "fieldset",
        { class: "fields" },
        h("legend", {}, "Play"),
        choice("Animation", "speed", [
          [0, "none"],
          [0.6, "slow"],
          [1, "normal"],
          [2, "fast"],
        ]),
        volumeField(),
        choice("Confirm a move", "confirm", [
          ["touch", "where spaces are small"],
          ["always", "always"],
          ["never", "never"],
        ]),
        check("Sounds", "sound", () => sound("place")),
        check("Choose a move while others think: it is played when your turn comes, if it can be", "ahead"),
      ),
      h("h2", {}, "How new games start"),
      this.games,
      button("Forget all of this", () => this.forget(), { class: "danger" }),
    );
  }

  async forget() {
    if (!(await sure("Your name and everything chosen here are forgotten.", "Forget them", "Keep them"))) return;
    change({ ...DEFAULTS });
    await this.start();
    this.app.toast("Everything is as it was at first.", "calm");
  }
}

function choice(label, key, options) {
  return h(
    "label",
    { class: "field" },
    h("span", { class: "field-name" }, label),
    h(
      "select",
      {
        name: key,
        onchange: (event) => change({ [key]: options.find(([value]) => String(value) === event.target.value)[0] }),
      },
      options.map(([value, text]) => h("option", { value: String(value), selected: settings()[key] === value }, text)),
    ),
  );
}

function volumeField() {
  const input = h("input", {
    type: "range",
    name: "volume",
    min: 0.1,
    max: 1,
    step: 0.1,
    value: settings().volume,
    onchange: () => {
      change({ volume: Number(input.value) });
      sound("place");
    },
  });
  return h("label", { class: "field" }, h("span", { class: "field-name" }, "Volume"), input);
}

function check(label, key, after = () => undefined) {
  return h(
    "label",
    { class: "check" },
    h("input", {
      type: "checkbox",
      name: key,
      checked: settings()[key],
      onchange: (event) => {
        change({ [key]: event.target.checked });
        after();
      },
    }),
    ` ${label}`,
  );
}
