/** What is wanted of the player, and everything to answer it with: pieces, words, undo, confirm, and a field to type in. */

import { pieceIcon } from "../board/pieces.js";
import { button, h, refresh, single } from "../lib/dom.js";
import { buttonWords, capital, codeNames, outcomeWords, seatWords } from "./words.js";
import { owing } from "./state.js";

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
    h("button", { class: "quiet" }, "Play"),
  );
  const element = h("section", { class: "panel prompt", "aria-label": "Your move" }, say, tools, form);

  async function type() {
    const text = field.value.trim();
    if (!text || !page.play.composer) return;
    field.value = ""; // at once: what is typed from now on is the next move
    if ((await page.play.submit(text)) || field.value) return;
    field.value = text; // the page has told why
    field.select();
  }

  return {
    element,
    update(table) {
      say.textContent = sentence(page, table);
      element.classList.toggle(
        "yours",
        Boolean(page.play.composer) && !page.play.isSealed && table.status === "playing",
      );
      const { composer } = page.play;
      const active = page.play.active;
      form.hidden = !composer || table.status !== "playing";
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
          : [table.status, page.play.step === null, Boolean(composer)];
      refresh(tools, shown, () =>
        composer && table.status === "playing" && page.play.step === null
          ? controls(page, table, composer)
          : backButton(page),
      );
    },
  };
}

function backButton(page) {
  return page.play.step !== null && page.play.composer
    ? button("Back to the game", () => page.play.go(page.table.plies.length), { class: "primary" })
    : null;
}

/** Where the game stands, as a sentence. */
function sentence(page, table) {
  if (table.status === "finished") return outcomeWords(table, page.layout);
  const coming = table.seats.find((seat) => seat.kind === "invited");
  if (coming && !page.play.composer) return `${coming.name} is on its way.`;
  if (table.status === "seating")
    return table.seats.some((seat) => seat.kind === "open")
      ? "Waiting for players: take a seat, or send the link to a friend."
      : "The game starts when everybody is ready.";
  if (table.status === "counting") return "Everybody is ready.";
  if (table.status === "closed") return "This room is closed.";
  const waiting = owing(table);
  const { composer } = page.play;
  if (composer && !page.play.isSealed) {
    if (table.sealed.some(([seat]) => seat === page.play.seat))
      return "You are changing your move; the one you sealed stays until you seal another.";
    const several = table.prompts.length > 1 || table.you.length > 1;
    return several
      ? `${capital(seatWords(table, page.layout, page.play.seat))}: ${composer.prompt.ask}`
      : composer.prompt.ask;
  }
  const names = waiting.map((seat) => seatWords(table, page.layout, seat));
  if (composer)
    return `Your move is sealed; you may change it until ${names.join(" and ")} ${names.length > 1 ? "have" : "has"} moved.`;
  if (names.length === 1 && table.seats[waiting[0]].kind === "machine")
    return `${names[0]} is thinking.${page.patient ? " The very first move of an engine takes longer." : ""}`;
  return names.length > 1 ? `${names.join(" and ")} choose together.` : `${names[0]} is to move.`;
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
    table.hint &&
      table.prompts.some((prompt) => prompt.seat === table.hint.seat) &&
      hintLine(page, table.hint, composer),
    (composer.started || composer.text !== null) && !(play.sending && composer.plain) && confirmLine(page, composer),
  ];
}

function palette(page, composer) {
  const placed = composer.chosen.map(({ step }) => step.piece);
  return h(
    "div",
    { class: "palette", role: "group", "aria-label": "Pieces" },
    composer.keys.map((key) => {
      const name = (key.length > 1 ? `${key.length} ` : "") + codeNames(page.layout, key);
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
  const label =
    composer.text === null
      ? "Go on…"
      : play.isSealed
        ? "Sealed"
        : marksOnly(composer)
          ? buttonWords(composer.text)
          : `Play ${composer.text}`;
  return h(
    "div",
    { class: "confirm" },
    composer.started &&
      button(
        "Undo",
        () => {
          play.isSealed = false;
          composer.undo();
          play.draw();
        },
        { class: "quiet", "data-keep": "half-undo", title: "Take back the last piece (Backspace)" },
      ),
    button(label, single(() => page.play.submit(composer.text, composer)), {
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
    button(hint.move, single(() => page.play.submit(hint.move, composer)), {
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
          done.has(prompt.seat) ? " sealed" : " to choose",
        ],
        () => page.play.compose(prompt.seat),
        {
          "aria-pressed": String(prompt.seat === page.play.seat),
          "data-keep": `choose-${prompt.seat}`,
          class: "seat-pick",
        },
      ),
    ),
  );
}
