/** What to put on the analysis board: a game by its name and options. */

import { games } from "../lib/api.js";
import { ownStudies } from "../lib/learning.js";
import { day } from "../lib/day.js";
import { button, fill, h, link as anchor } from "../lib/dom.js";
import { optionsOf } from "../lib/settings.js";
import { optionFields } from "../pages/options.js";
import { loadButton } from "../pages/load.js";
import { bringStudy } from "./draft.js";
import { pasteForm } from "./paste.js";

/** @param {any} app @returns {Promise<any>} */
export async function chooser(app) {
  const [all, { studies }] = await Promise.all([games(), ownStudies().catch(() => ({ studies: [] }))]);
  let game = all[0];
  let options = {};
  const rules = h("fieldset", { class: "fields" });
  const select = h(
    "select",
    { name: "game", onchange: () => take(all.find(({ name }) => name === select.value)) },
    all.map(({ name, title }) => h("option", { value: name }, title)),
  );

  function take(chosen) {
    game = chosen;
    options = optionsOf(game);
    rules.hidden = !game.options.length;
    setUp.hidden = !game.arranging;
    fill(rules, h("legend", {}, "Rules"), optionFields(game, options, (name, value) => (options = { ...options, [name]: value })));
  }

  function open(arrange = false) {
    bringStudy({ study: { game: game.name, options, name: "", nodes: [{}] }, arrange });
    app.go("/analysis");
  }

  const setUp = button("Set up a position", () => open(true), { class: "arrange-open" });
  take(game);
  return h(
    "div",
    { class: "study-begin" },
    h("h1", {}, "Analysis board"),
    h("p", {}, "Play for every side, go back, try something else, and see what the engine thinks of it."),
    h(
      "form",
      {
        class: "setup-form",
        onsubmit: (event) => {
          event.preventDefault();
          open();
        },
      },
      h("div", { class: "fields" }, h("label", { class: "field" }, h("span", { class: "field-name" }, "Game"), select)),
      rules,
      h("div", { class: "setup-go" }, h("button", { class: "primary big start" }, "Open the board"), setUp, loadButton(app, true)),
    ),
    pasteForm(app),
    studies.length > 0 &&
      h(
        "section",
        { class: "own-studies" },
        h("h2", {}, "Your studies"),
        h(
          "ul",
          {},
          studies.map(({ id, name, game: of, saved }) => {
            const title = all.find((one) => one.name === of)?.title ?? of;
            return h("li", {}, anchor(`/study/${id}`, name.trim() || title), h("small", {}, ` ${title}, ${day(saved)}`));
          }),
        ),
      ),
    h("p", { class: "soft" }, "A game that was played or loaded can be analysed from its page: “Analyse from here”."),
  );
}
