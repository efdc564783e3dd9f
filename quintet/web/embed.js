/** A game in a frame of somebody else's page: the board, its steps, and the way to the whole of it. */

import { definitions } from "./board/pieces.js";
import { describe } from "./lib/api.js";
import { archived } from "./lib/learning.js";
import { h } from "./lib/dom.js";
import { dress } from "./lib/settings.js";
import { Viewer } from "./game/viewer.js";

async function show(id) {
  const data = await archived(id);
  const { layout } = await describe(data.show.game, data.show.options);
  const viewer = new Viewer(data, layout, { labels: false });
  document.addEventListener("keydown", (event) => viewer.keyPressed(event));
  document.body.append(
    h(
      "main",
      { class: "frame-game" },
      viewer.place,
      viewer.moves.element,
      h("div", { class: "frame-about" }, h("h1", {}, data.game.who || data.game.title), h("p", {}, data.game.result)),
      h("a", { href: `/g/${id}`, target: "_blank", rel: "noopener" }, "The whole game at quintet"),
    ),
  );
  viewer.refresh(); // now that it has a place, the list shows where it is
}

dress();
document.body.append(definitions());
const { game } = document.body.dataset;
const told = (text) => document.body.append(h("p", { class: "notice" }, text));
if (game) show(game).catch((error) => told(error.message));
else told("There is no such game; it may have been deleted.");
