/** Who sits where: colours, names, clocks, counters, and before the game the choice of seats. */

import { pieceIcon } from "../board/pieces.js";
import { button, h, refresh } from "../lib/dom.js";
import { clockParts, clockWords } from "./clock.js";
import { codeNames, colourName, seatWords } from "./words.js";
import { owing } from "./state.js";

/** @param {import("../pages/table.js").TablePage} page */
export function seatsPanel(page) {
  const element = h("section", { class: "seats", "aria-label": "Players" });
  return {
    element,
    update(table) {
      const shown = [
        table.seats,
        table.you,
        table.host,
        table.status,
        table.info,
        owing(table),
        Boolean(table.clock),
        table.outcome?.winners,
        page.me,
        page.players,
      ];
      refresh(element, shown, () => table.seats.map((seat) => card(page, table, seat)));
      element.dataset.count = String(table.seats.length);
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

function card(page, table, seat) {
  const mine = table.you.includes(seat.seat);
  const inTurn = owing(table).includes(seat.seat);
  const won = table.outcome?.winners.includes(seat.seat) && table.outcome.winners.length < table.seats.length;
  return h(
    "article",
    { class: ["seat", mine && "mine", inTurn && "in-turn", won && "won", seat.kind], "data-seat": seat.seat },
    colours(page, table, seat, mine),
    h(
      "div",
      { class: "who" },
      h(
        "div",
        { class: "name" },
        h("b", {}, seat.kind === "open" ? "Open seat" : seatWords(table, page.layout, seat.seat)),
        badges(table, seat, mine),
      ),
      h("div", { class: "counters" }, counters(page, table, seat.seat)),
    ),
    table.clock &&
      h("div", { class: "clock", "data-clock": seat.seat, role: "timer", "aria-label": `Clock of ${seat.name}` }),
    h("div", { class: "seat-tools" }, tools(page, table, seat, mine)),
  );
}

/** The colours of a seat. Clicking takes the seat; clicking one's own moves on to the next. */
function colours(page, table, seat, mine) {
  const codes = table.info.colours[seat.seat];
  const name = colourName(table, page.layout, seat.seat);
  const icons = codes ? [...codes].map((code) => pieceIcon(code)) : h("span", { class: "unknown-colour" }, "?");
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

function badges(table, seat, mine) {
  const list = [];
  if (mine && table.seats.length > table.you.length) list.push(["you", "you"]);
  if (seat.guest === table.host && !table.offline) list.push(["host", "host"]);
  if (seat.kind === "bot") list.push(["bot", "bot"]);
  if (seat.gone_at && !table.offline) list.push(["gone", "gone"]);
  if (seat.kind === "invited") list.push(["invited", "on its way"]);
  else if (["seating", "counting"].includes(table.status) && seat.kind !== "open")
    list.push(seat.ready || seat.kind === "machine" ? ["ready", "ready"] : ["waiting", "not ready"]);
  if (table.status === "playing" && seat.submitted) list.push(["sealed", "move sealed"]);
  return list.map(([kind, text]) => h("span", { class: `badge ${kind}` }, text));
}

function counters(page, table, seat) {
  const codes = table.info.colours[seat] ?? "";
  return table.info.counters.flatMap(({ name, label, values }) => {
    if (typeof values === "number") return [];
    if (Array.isArray(values)) return [chip(name, label, [h("b", {}, String(values[seat]))], !values[seat])];
    const own = [...codes].filter((code) => code in values);
    if (!own.length) return [];
    const parts = own.map((code) => [own.length > 1 && colourDot(page, code), h("b", {}, String(values[code])), " "]);
    return [
      chip(
        name,
        label,
        parts,
        own.every((code) => !values[code]),
      ),
    ];
  });
}

/** Something counted; what stands at nothing is left out where there is little room. */
function chip(name, label, values, zero) {
  return h(
    "span",
    { class: ["chip", zero && "zero"], "data-counter": name },
    h("span", { class: "chip-label" }, `${label} `),
    values,
  );
}

function colourDot(page, code) {
  return h(
    "span",
    { class: "dots" },
    h("i", { class: `dot-${code}`, title: codeNames(page.layout, code) }),
    h("span", { class: "sr-only" }, codeNames(page.layout, code)),
  );
}

function tools(page, table, seat, mine) {
  const before = table.status === "seating" || table.status === "counting";
  const host = table.host === page.me;
  const list = [];
  if (mine && before && !table.offline) {
    list.push(
      button(seat.ready ? "Not ready" : "Ready", () => page.send({ type: "ready", ready: !seat.ready }), {
        class: ["primary ready-button", seat.ready && "is-ready"],
        "data-keep": "ready",
      }),
    );
  }
  if (seat.kind === "open" && (before || table.status === "playing") && !table.you.length) {
    list.push(
      button("Sit here", () => page.send({ type: "sit", seat: seat.seat }), {
        class: "sit",
        "data-keep": `sit-${seat.seat}`,
      }),
    );
  }
  const replaceable = ["bot", "invited"].includes(seat.kind) && seat.guest !== page.me;
  if (host && (seat.kind === "open" || (replaceable && table.status === "playing")))
    list.push(playerChoice(page, table, seat));
  if (host && (seat.kind === "machine" || replaceable) && table.status !== "playing" && !table.offline) {
    list.push(
      button("Send away", () => page.send({ type: "fill", seat: seat.seat, machine: null }), {
        class: "quiet",
        "data-keep": `away-${seat.seat}`,
      }),
    );
  }
  return list;
}

/** A list from which the host gives a seat to a machine, or to a bot that is here now. */
function playerChoice(page, table, { seat, kind }) {
  const able = page.players.filter((player) => !player.games?.length || player.games.includes(table.game));
  const machines = able.filter((player) => !player.bot);
  const seated = table.seats.map(({ guest }) => `bot:${guest}`);
  const bots = table.offline ? [] : able.filter(({ bot, player }) => bot && !seated.includes(player));
  const options = (players) => players.map(({ player, name }) => h("option", { value: player }, name));
  return h(
    "select",
    {
      class: "fill",
      "aria-label": `Give seat ${seat + 1} to a machine or a bot`,
      "data-keep": `fill-${seat}`,
      onchange: async (event) => {
        const { value } = event.target;
        event.target.value = "";
        if (value) await page.send({ type: "fill", seat, machine: value });
      },
    },
    h("option", { value: "" }, kind !== "open" ? "Replace…" : bots.length ? "Add a machine or bot…" : "Add a machine…"),
    bots.length ? h("optgroup", { label: "Bots" }, options(bots)) : null,
    bots.length ? h("optgroup", { label: "Machines" }, options(machines)) : options(machines),
  );
}
