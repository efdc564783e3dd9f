/** What a player can do besides moving, what others have asked for, and what is left when a player is gone. */

import { button, h, refresh, single } from "../lib/dom.js";
import { recordAddress } from "../lib/api.js";
import { showKeys } from "./keys.js";
import { alone, begun, owing } from "./state.js";

/** @param {import("../pages/table.js").TablePage} page */
export function actionsPanel(page) {
  const element = h("section", { class: "actions", "aria-label": "Actions" });
  let list = [];
  /** The action that was pressed once and asks whether it was meant; what else happens does not answer that. */
  let asking = "";
  let timer = 0;

  function show() {
    const waits = asks(page);
    refresh(element, [list, asking, waits], () => list.map((one) => action(one, one.kind === asking, waits, () => press(one))));
  }

  function press({ kind, sure }) {
    const meant = !sure || kind === asking;
    ask(meant ? "" : kind);
    if (meant) page.send(kind === "resign" || kind === "abort" ? { type: kind } : { type: "ask", kind });
  }

  function ask(kind) {
    clearTimeout(timer);
    asking = kind;
    if (kind) timer = setTimeout(() => ask(""), 3000);
    show();
  }

  return {
    element,
    update(table) {
      list = actions(table);
      show();
    },
  };
}

/** Has this player asked something that is still to be answered? Nothing else can be asked meanwhile; who tries is told why. */
export const asks = (page) => page.table.offer?.by === page.me;

/** The actions that make sense now. */
function actions(table) {
  const seated = table.you.length > 0;
  const onOwn = table.you.length === table.seats.length;
  if (!seated) return [];
  if (table.status === "finished") return table.offline ? [{ kind: "undo", label: "Undo" }] : [];
  if (table.status !== "playing") return [];
  const moved = table.plies.some((ply) => ply.moves.some(([seat]) => table.you.includes(seat)));
  const inTurn = owing(table).some((seat) => table.you.includes(seat)) || table.offline;
  const list = [];
  if (moved) list.push({ kind: "undo", label: "Undo" });
  if (inTurn) list.push({ kind: "hint", label: "Hint" });
  if (begun(table)) list.push({ kind: "restart", label: "Restart", sure: alone(table) });
  if (begun(table) && !onOwn) list.push({ kind: "draw", label: "Draw" });
  list.push(
    begun(table)
      ? { kind: "resign", label: "Resign", sure: true }
      : { kind: "abort", label: "Call off", sure: true },
  );
  return list;
}

const SIGNS = { undo: "↶", hint: "✦", restart: "⟲", draw: "½", resign: "⚑", abort: "✕" };

function action({ kind, label }, asking, waits, act) {
  const words = [h("i", { "aria-hidden": "true" }, SIGNS[kind]), h("span", {}, asking ? `${label}?` : label)];
  return button(words, single(act), {
    class: ["action", asking && "sure"],
    "data-action": kind,
    "data-keep": kind,
    "aria-disabled": waits && !["resign", "abort"].includes(kind) ? "true" : null,
  });
}

/** Offers that are open, players who are gone, and the countdown: what cannot wait. @param {import("../pages/table.js").TablePage} page */
export function offersPanel(page) {
  const element = h("section", { class: "offers", "aria-label": "Offers", "aria-live": "polite" });
  return {
    element,
    update(table) {
      const claims = claimable(page, table);
      const { text, plies } = page.answered;
      const answer = table.offer || plies !== table.plies.length ? "" : text;
      refresh(element, [table.offer, table.countdown, table.you, claims, answer], () => [
        table.countdown !== null &&
          h(
            "div",
            { class: "offer countdown" },
            "The game starts in ",
            h("b", { class: "seconds" }, "3"),
            table.you.length > 0 &&
              !table.offline &&
              button("Wait", () => page.send({ type: "ready", ready: false }), { class: "quiet" }),
          ),
        table.offer && offer(page, table),
        answer && h("p", { class: "offer-answer" }, answer),
        claims.map((claim) => gone(page, table, claim)),
      ]);
      this.tick();
    },
    tick() {
      const { table, link } = page;
      const left = (until) => Math.max(0, Math.ceil((until - link.now()) / 1000));
      const seconds = element.querySelector(".seconds");
      if (seconds && table.countdown !== null && seconds.textContent !== String(left(table.countdown))) {
        seconds.textContent = String(left(table.countdown));
        page.sound("count");
      }
      const expiry = element.querySelector(".expiry");
      if (expiry && table.offer) expiry.textContent = `${left(table.offer.expires)} s`;
      for (const place of element.querySelectorAll("[data-claim]")) {
        const wait = left(Number(place.dataset.claim));
        place.textContent = wait ? `Claim the game in ${wait} s` : "Claim the game";
        place.disabled = wait > 0;
      }
    },
  };
}

function offer(page, table) {
  const { by, waiting } = table.offer;
  const asked = waiting.some((other) => table.you.includes(other));
  const mine = by === page.me;
  return h(
    "div",
    { class: ["offer", asked && "asked"] },
    h(
      "p",
      {},
      table.said.offer,
      " ",
      h("span", { class: "expiry" }),
    ),
    asked &&
      h(
        "div",
        { class: "answer" },
        button("Accept", () => page.send({ type: "answer", accept: true }), { class: "primary accept" }),
        button("Deny", () => page.send({ type: "answer", accept: false }), { class: "deny" }),
      ),
    mine && button("Withdraw", () => page.send({ type: "withdraw" }), { class: "quiet withdraw" }),
  );
}

function claimable(page, table) {
  if (!table.you.length || table.status !== "playing") return [];
  return table.seats
    .filter((seat) => seat.claim_at && !table.you.includes(seat.seat))
    .map((seat) => [seat.seat, seat.claim_at]);
}

function gone(page, table, [seat, moment]) {
  return h(
    "div",
    { class: "offer gone-offer" },
    h("p", {}, table.said.seats[seat].gone),
    button("Claim the game", () => page.send({ type: "claim" }), { "data-claim": moment, class: "primary" }),
  );
}

/** Who may be sent here, what may be taken along, and the way out. @param {import("../pages/table.js").TablePage} page */
export function sharePanel(page) {
  const element = h("section", { class: "panel share", "aria-label": "Link and record" });
  return {
    element,
    update(table) {
      refresh(element, [table.room, table.offline, table.host === page.me, table.status], () => [
        !table.offline &&
          h(
            "label",
            { class: "share-link" },
            "Link to this room",
            h(
              "span",
              { class: "share-row" },
              h("input", {
                readonly: true,
                value: location.href,
                "aria-label": "Link to this room",
                onfocus: (event) => event.target.select(),
              }),
              button("Copy", () => copy(page), { class: "copy" }),
            ),
          ),
        h(
          "div",
          { class: "share-tools" },
          !["seating", "counting"].includes(table.status) && h("a", { href: recordAddress(table.room), download: "", class: "button quiet record" }, "Download record"),
          table.host === page.me &&
            !table.offline &&
            button("Close room", () => page.send({ type: "close" }), { class: "quiet danger" }),
          button("Keys", showKeys, { class: "quiet show-keys", title: "What keys do at a table (?)" }),
          button("Leave", () => page.leave(), { class: "quiet leave" }),
        ),
      ]);
    },
  };
}

async function copy(page) {
  try {
    await navigator.clipboard.writeText(location.href);
    page.say("The link is copied.");
  } catch {
    const field = page.element.querySelector(".share-link input");
    field.focus();
    page.say("Press Ctrl+C to copy the link.");
  }
}
