/** Who is in the room: players and spectators, one's own name, and the host's right to remove people. */

import { button, h, refresh, sure } from "../lib/dom.js";
import { change } from "../lib/settings.js";

/** @param {import("../pages/table.js").TablePage} page */
export function peoplePanel(page) {
  const list = h("ul", { class: "people-list" });
  const field = h("input", { name: "name", maxlength: 40, autocomplete: "nickname", "aria-label": "Your name" });
  const form = h(
    "form",
    {
      class: "name-form",
      onsubmit: (event) => {
        event.preventDefault();
        rename();
      },
    },
    h("label", {}, "Your name ", field),
    h("button", { class: "quiet" }, "Change"),
  );
  const title = h("h2", {}, "In the room");
  let known = "";
  const element = h("section", { class: "panel people", "aria-label": "People in the room" }, title, list, form);

  async function rename() {
    const name = field.value.trim();
    if (name && (await page.send({ type: "rename", name }))) {
      change({ name });
      field.blur();
    }
  }

  return {
    element,
    update(table) {
      const seated = new Set(table.seats.map((seat) => seat.guest));
      const me = table.people.find((person) => person.guest === page.me);
      element.hidden = table.offline && table.people.length < 2;
      form.hidden = !me;
      if (me && me.name !== known) field.value = known = me.name; // what is being written there stays otherwise
      const watching = table.people.filter((person) => !seated.has(person.guest)).length;
      title.textContent = watching ? `In the room (${watching} watching)` : "In the room";
      refresh(list, [table.people.slice(0, 60), table.host, [...seated], table.status], () =>
        table.people
          .slice(0, 60)
          .map((person) =>
            h(
              "li",
              { class: [seated.has(person.guest) ? "player" : "spectator", person.gone_at && "is-gone"] },
              h(
                "span",
                {},
                h("b", {}, person.name),
                person.guest === page.me ? " (you)" : "",
                !seated.has(person.guest) ? " · watching" : "",
              ),
              table.host === page.me &&
                person.guest !== page.me &&
                removing(page, table, person),
            ),
          ),
      );
    },
  };
}

/** The host's buttons: in a running game the others are asked, where there are any, or it costs the host the game. */
function removing(page, table, person) {
  const kick = (label, act, words) => button(label, act, { class: "quiet danger", "aria-label": words });
  const once = () => page.send({ type: "kick", guest: person.guest });
  const playing = table.status === "playing" && table.seats.some((seat) => seat.guest === person.guest);
  const others = table.seats.some((seat) => seat.guest && seat.guest !== page.me && seat.guest !== person.guest);
  if (!playing || !others) return kick("Kick", once, `Remove ${person.name}`);
  const now = async () =>
    (await sure(`Remove ${person.name} at once? That costs you the game.`)) &&
    page.send({ type: "kick", guest: person.guest, sure: true });
  return [
    kick("Ask to remove", once, `Ask the others to remove ${person.name}`),
    table.you.length > 0 && kick("Kick now", now, `Remove ${person.name} at once`),
  ];
}
