/** After a game: the way to where it is kept, to be looked at, shared and learned from. */

import { gamesOf } from "../lib/api.js";
import { fill, h, link as anchor } from "../lib/dom.js";

/** A link to the game that has just ended; nothing where it only came with a record, which is kept nowhere. */
export function lookAt(page, table) {
  const place = h("span", { class: "look-at-place" });
  gamesOf(page.room).then(
    (games) => {
      const last = games.at(-1);
      if (last?.plies === table.plies.length)
        fill(place, anchor(`/g/${last.id}`, "Look at the game", { class: "button look-at", "data-keep": "look-at" }));
    },
    () => undefined, // the archive is not needed here
  );
  return place;
}
