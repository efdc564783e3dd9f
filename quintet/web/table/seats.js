/** Who sits where: colours, names, clocks, counters, and before the game the choice of seats. */

import { dot, pieceIcon } from "../board/pieces.js";
import { button, fill, h, refresh } from "../lib/dom.js";
import { clockParts, clockWords } from "./clock.js";
import { owing } from "./state.js";

/** @param {import("../pages/table.js").TablePage} page */
export function seatsPanel(page) {
  const element = h("section", { class: "seats", "aria-label": "Players" });
  let cards = [];
  return {
    element,
    update(table) {
      if (cards.length !== table.seats.length) {
        cards = table.seats.map(({ seat }) => seatCard(page, seat));
        fill(
          element,
          cards.map((card) => card.element),
        );
        element.dataset.count = String(cards.length);
      }
      for (const card of cards) card.update(table);
      this.tick();
    },
    /** Let the clocks run. */
    tick() {
      for (const place of element.querySelectorAll("[data-clock]")) {
        const parts = clockParts(page.table.clock, Number(place.dataset.clock), page.link.now());
        const text = parts ? clockWords(parts) : "";
        if (place.textContent !== text) place.textContent = text;
        place.classList.toggle("low", Boolean(parts) && parts.running && parts.total < 15000);
        place.classList.toggle("running", Boolean(parts?.running));
      }
    },
  };
}

/** One seat: what is shown of it, and what can be done with it, each renewed only when it changes. */
function seatCard(page, number) {
  const about = h("div", { class: "about" });
  const tools = h("div", { class: "seat-tools" });
  const choice = h("div", { class: "seat-tools" });
  const menu = playerMenu(page, number);
  const element = h("article", { "data-seat": number }, about, tools, choice);
  return {
    element,
    update(table) {
      const seat = table.seats[number];
      const mine = table.you.includes(number);
      const { host, status, you, offline, outcome } = table;
      const standing = [seat, you, host, status, offline, page.me];
      const inTurn = owing(table).includes(number);
      const won = outcome?.winners.includes(number) && outcome.winners.length < table.seats.length;
      const looks = ["seat", mine && "mine", inTurn && "in-turn", won && "won", seat.kind];
      element.className = looks.filter(Boolean).join(" ");
      const shown = [...standing, table.said.seats[number], table.said.counts, table.info.colours, Boolean(table.clock)];
      refresh(about, shown, () => seatLook(page, table, seat, mine));
      refresh(tools, standing, () => seatTools(page, table, seat));
      if (!mayBeGiven(page, table, seat)) fill(choice);
      else if (!choice.contains(menu.element)) fill(choice, menu.element);
      menu.update(table);
    },
  };
}

function seatLook(page, table, seat, mine) {
  return [
    colours(page, table, seat, mine),
    h(
      "div",
      { class: "who" },
      h(
        "div",
        { class: "name" },
        h("b", {}, table.said.seats[seat.seat].name),
        table.said.seats[seat.seat].badges?.map(([kind, text]) => h("span", { class: `badge ${kind}` }, text)),
      ),
      h("div", { class: "counters" }, counters(page, table, seat.seat)),
    ),
    table.clock &&
      h("div", { class: "clock", "data-clock": seat.seat, role: "timer", "aria-label": `Clock of ${table.said.seats[seat.seat].name}` }),
  ];
}

/** The colours of a seat. Clicking takes the seat; clicking one's own moves on to the next. */
function colours(page, table, seat, mine) {
  const codes = table.info.colours[seat.seat];
  const name = table.said.seats[seat.seat].side;
  const icons = codes ? [...codes].map((code) => pieceIcon(page.layout, code)) : h("span", { class: "unknown-colour" }, "?");
  const before = table.status !== "playing" && !(table.offline && table.host !== page.me);
  const open = seat.kind === "open" || (["machine", "invited"].includes(seat.kind) && table.host === page.me);
  if (before && mine) {
    return button(icons, () => page.send({ type: "cycle" }), {
      class: "colours",
      title: `You play ${name}; click for the next seat`,
      "aria-label": `You play ${name}; change seat`,
      "data-keep": `seat-${seat.seat}`,
    });
  }
  if (open && (before || (seat.kind === "open" && !table.you.length))) {
    return button(icons, () => page.send({ type: "sit", seat: seat.seat }), {
      class: "colours",
      title: `Play ${name}`,
      "aria-label": `Play ${name}`,
      "data-keep": `seat-${seat.seat}`,
    });
  }
  return h("span", { class: "colours", role: "img", "aria-label": name }, icons);
}

/** What is counted for a seat. @param {any} page with a `layout` and a `play` that has a board */
export function counters(page, table, seat) {
  return table.said.counts.seats[seat].map(({ name, label, values, zero }) =>
    h(
      "span",
      { class: ["chip", zero && "zero", !label && "told"], "data-counter": name }, // what stands at nothing is left out where there is little room
      label && h("span", { class: "chip-label" }, `${label} `),
      values.map(([code, text]) => [code && colourDot(page, code), h("b", {}, text), " "]),
    ),
  );
}

function colourDot(page, code) {
  const name = page.play.board.words(code);
  return h(
    "span",
    { class: "dots" },
    dot(page.layout, code, { title: name }),
    h("span", { class: "sr-only" }, name),
  );
}

function seatTools(page, table, seat) {
  const before = table.status === "seating" || table.status === "counting";
  const list = [];
  if (seat.kind === "open" && (before || table.status === "playing") && !table.you.length) {
    list.push(
      button("Sit here", () => page.send({ type: "sit", seat: seat.seat }), {
        class: "sit",
        "data-keep": `sit-${seat.seat}`,
      }),
    );
  }
  const sent = seat.kind === "machine" || replaceable(page, seat);
  if (table.host === page.me && sent && table.status !== "playing" && !table.offline) {
    list.push(
      button("Send away", () => page.send({ type: "fill", seat: seat.seat, machine: null }), {
        class: "quiet",
        "data-keep": `away-${seat.seat}`,
      }),
    );
  }
  return list;
}

/** Is a bot there, or on its way, in whose place the host may put another? */
function replaceable(page, seat) {
  return ["bot", "invited"].includes(seat.kind) && seat.guest !== page.me;
}

function mayBeGiven(page, table, seat) {
  const free = seat.kind === "open" || (replaceable(page, seat) && table.status === "playing");
  return free && table.host === page.me;
}

/** A list from which the host gives a seat to a machine, or to a bot that is here now. It stays open while it changes. */
function playerMenu(page, number) {
  const element = h("select", {
    class: "fill",
    "aria-label": `Give seat ${number + 1} to a machine or a bot`,
    onchange: () => {
      const { value } = element;
      element.value = "";
      if (value) page.send({ type: "fill", seat: number, machine: value });
    },
  });
  const options = (players) => players.map(({ player, name, about }) => h("option", { value: player }, about ? `${name} · ${about}` : name));
  return {
    element,
    update(table) {
      const able = page.players.filter((player) => !player.games?.length || player.games.includes(table.game));
      const machines = able.filter((player) => !player.bot);
      const seated = table.seats.map(({ guest }) => `bot:${guest}`);
      const bots = table.offline ? [] : able.filter(({ bot, player }) => bot && !seated.includes(player));
      const taken = table.seats[number].kind !== "open";
      refresh(element, [machines, bots, taken], () => [
        h("option", { value: "" }, taken ? "Replace…" : bots.length ? "Add a machine or bot…" : "Add a machine…"),
        bots.length ? h("optgroup", { label: "Bots" }, options(bots)) : null,
        bots.length ? h("optgroup", { label: "Machines" }, options(machines)) : options(machines),
      ]);
    },
  };
}
