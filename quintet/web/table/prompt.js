/** What is wanted of the player, and everything to answer it with: pieces, words, undo, confirm, and a field to type in. */

import { pieceIcon } from "../board/pieces.js";
import { button, h, refresh, reveal, single } from "../lib/dom.js";
import { isSteady } from "./tell.js";

/** @param {import("../pages/table.js").TablePage} page */
export function promptPanel(page) {
  const say = h("p", { class: "ask", id: "ask" });
  const tools = h("div", { class: "composer" });
  const field = h("input", {
    name: "move",
    "aria-label": "Type a move",
    placeholder: "type a move",
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    enterkeyhint: "send",
  });
  const form = h(
    "form",
    {
      class: "typed",
      onsubmit: (event) => {
        event.preventDefault();
        type();
      },
    },
    field,
    h("button", { class: "quiet" }, "Enter"),
  );
  const element = h("section", { class: "panel prompt", "aria-label": "Your move" }, say, tools, form);
  /** What was typed and refused stands there to be mended, but not beyond its turn. */
  let refused = { text: "", turn: -1 };
  /** Was the field hidden under somebody who types? They go on with the next move. */
  let typing = false;

  async function type() {
    const text = field.value.trim();
    if (!text || !page.play.composer) return;
    const { turn_version: turn } = page.play.table;
    field.value = ""; // at once: what is typed from now on is the next move
    if ((await page.play.submit(text)) || field.value) return;
    field.value = text; // the page has told why
    refused = { text, turn };
    field.select();
  }

  return {
    element,
    update(table) {
      say.textContent = sentence(page, table);
      if (refused.text && table.turn_version !== refused.turn) {
        if (field.value === refused.text) field.value = "";
        refused = { text: "", turn: -1 };
      }
      // The result has a panel of its own, and so has the countdown.
      element.hidden = page.play.step === null && (table.status === "finished" || Boolean(table.countdown));
      element.classList.toggle(
        "yours",
        Boolean(page.play.composer) && !page.play.isSealed && table.status === "playing",
      );
      const { composer } = page.play;
      const active = page.play.active;
      typing ||= form.contains(document.activeElement);
      form.hidden = !composer || table.status !== "playing";
      if (!form.hidden) {
        if (typing && document.activeElement === document.body) field.focus({ preventScroll: true });
        typing = false;
      }
      const shown =
        composer && table.status === "playing" && page.play.step === null
          ? [
              table.turn_version,
              page.play.seat,
              composer.key,
              composer.chosen,
              composer.text,
              active,
              page.play.isSealed,
              table.sealed,
              table.prompts.length,
              table.hint,
            ]
          : [table.status, page.play.step === null, Boolean(composer), page.play.seat, page.play.hands.handing, table.sealed, isReady(table)];
      element.classList.toggle("confirms", page.play.confirms);
      const before = tools.querySelector(".go:enabled");
      const held = tools.querySelector(":focus-visible");
      refresh(tools, shown, () =>
        composer && table.status === "playing" && page.play.step === null
          ? controls(page, table, composer)
          : [backButton(page), page.play.hands.handing && page.play.step === null && seatChoice(page, table), readyButton(page, table)],
      );
      const go = tools.querySelector(".go:enabled");
      if (go && !before && isSteady(page)) reveal(go);
      if (held && document.activeElement === document.body) page.play.board.cells.focus(); // its button is gone
    },
  };
}

function backButton(page) {
  return page.play.step !== null && page.play.composer
    ? button("Back to the game", () => page.play.go(page.table.plies.length), { class: "primary" })
    : null;
}

/** Is a player of a room asked to say so before the game, and have they? Null where nobody asks. */
function isReady({ you, seats, offline, status }) {
  const asked = !offline && you.length > 0 && (status === "seating" || status === "counting");
  return asked ? you.every((seat) => seats[seat].ready) : null;
}

function readyButton(page, table) {
  const ready = isReady(table);
  if (ready === null) return null;
  const say = single(() => page.send({ type: "ready", ready: !ready }));
  return button(ready ? "Not ready" : "Ready", say, { class: `ready-button ${ready ? "is-ready" : "primary"}`, "data-keep": "ready" });
}

/** Where the game stands and what is asked, in the server's words. */
function sentence(page, { said, sealed, status, queue }) {
  const { composer, hands, isSealed, seat } = page.play;
  if (hands.handing && status === "playing") return said.hand_over[seat][0];
  if (composer && status === "playing") {
    if (isSealed) return also(said.sealed, queue);
    return also(sealed.some(([done]) => done === seat) ? said.changing : said.asks[seat], queue);
  }
  return also(said.state, page.preparing || queue || (page.patient && said.patience));
}

const also = (text, more) => (more ? `${text} ${more}` : text);

/** A move, or the beginning of one, with what people call the words in it. */
function label(page, text) {
  const { words } = page.game;
  const [word, ...rest] = text.split(" ");
  return words[text] ?? [words[`${word} `] ?? words[word] ?? word, ...rest].join(" ");
}

function controls(page, table, composer) {
  const { play } = page;
  return [
    table.prompts.length > 1 && seatChoice(page, table),
    composer.keys.length > 1 && palette(page, composer),
    composer.words.length > 0 &&
      h(
        "div",
        { class: "words" },
        composer.words.map((word) =>
          button(word.place.label || word.place.text, single(() => page.play.say(word, composer)), {
            class: "word",
            disabled: !play.active,
            "data-keep": `word-${word.place.text}`,
          }),
        ),
      ),
    table.hint?.seat === play.seat && hintLine(page, table.hint, composer),
    (composer.started || composer.text !== null) && !(play.sending && composer.plain) && confirmLine(page, composer),
  ];
}

function palette(page, composer) {
  const placed = composer.chosen.map(({ step }) => step.piece);
  return h(
    "div",
    { class: "palette", role: "group", "aria-label": "Pieces" },
    composer.keys.map((key) => {
      const name = page.play.board.words(key);
      return button(
        pieceIcon(page.layout, key),
        () => {
          composer.want(key);
          page.play.draw();
        },
        {
          class: ["palette-piece", placed.includes(key) && "placed", !composer.available.includes(key) && "spent"],
          "aria-pressed": String(key === composer.key),
          "aria-label": name,
          title: name,
          "data-keep": `piece-${key}`,
        },
      );
    }),
  );
}

function confirmLine(page, composer) {
  const { play } = page;
  const words =
    composer.text === null
      ? "Go on…"
      : play.isSealed
        ? "Sealed"
        : marksOnly(composer)
          ? label(page, composer.text)
          : `Play ${composer.text}`;
  return h(
    "div",
    { class: "confirm" },
    composer.started &&
      button(
        "Step back",
        () => {
          play.isSealed = false;
          composer.undo();
          play.draw();
        },
        { class: "quiet", "data-keep": "half-undo", title: "Take back the last piece (Backspace)" },
      ),
    button(words, single(() => page.play.submit(composer.text, composer)), {
      class: "primary go",
      disabled: composer.text === null || !play.active || play.isSealed,
      "data-keep": "confirm",
    }),
  );
}

/** Is the move a word and the spaces that were marked? Then the word says what is done with them. */
const marksOnly = (composer) => composer.chosen.every(({ step }) => step.kind === "word" || step.kind === "mark");

function hintLine(page, hint, composer) {
  return h(
    "p",
    { class: "hint-line" },
    h("span", {}, "Hint: "),
    button(label(page, hint.move), single(() => page.play.submit(hint.move, composer)), {
      class: "word",
      title: "Play it",
      "data-keep": "hint",
    }),
    hint.note && h("span", { class: "note" }, ` ${hint.note}`),
  );
}

/** Several seats of one person choose together: whose move is being made. */
function seatChoice(page, table) {
  const done = new Map(table.sealed);
  return h(
    "div",
    { class: "seat-choice", role: "group", "aria-label": "Whose move" },
    table.prompts.map((prompt) =>
      button(
        [
          [...(table.info.colours[prompt.seat] ?? "")].map((code) => pieceIcon(page.layout, code)),
          h("span", { class: "sr-only" }, table.said.seats[prompt.seat].name),
          done.has(prompt.seat) ? " sealed" : " to choose",
        ],
        () => page.play.change(prompt.seat),
        {
          "aria-pressed": String(prompt.seat === page.play.seat),
          "data-keep": `choose-${prompt.seat}`,
          class: "seat-pick",
        },
      ),
    ),
  );
}
