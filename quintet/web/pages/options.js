/** Forms from data: the options of a game, and a clock. No game's options are known here. */

import { h } from "../lib/dom.js";

/**
 * One field for each option.
 * @param {any} game @param {Record<string, any>} chosen @param {(name: string, value: any) => void} onchange
 */
export function optionFields(game, chosen, onchange) {
  return game.options.map((option) =>
    field(option, chosen[option.name] ?? option.default, (value) => onchange(option.name, value)),
  );
}

/** The choice that asks for a file, where an option takes a document. */
const OWN = "own…";

async function readDocument(option, input, onchange) {
  const [file] = input.files;
  try {
    const content = JSON.parse(await file.text());
    if (input.hidden || file !== input.files[0]) return; // something else has been chosen since
    onchange(content);
    input.setCustomValidity("");
  } catch {
    input.setCustomValidity(`This file is not ${option.document}`);
    input.reportValidity();
  }
}

/** The choices of an option by their names. */
function choices(option, value) {
  return option.choices.map((choice, index) =>
    h("option", { value: String(choice), selected: choice === value }, option.names[index]),
  );
}

/** An option that may also be a document: the choices, and a file. */
function documentField(option, value, onchange) {
  const own = typeof value === "object";
  const file = h("input", {
    type: "file",
    accept: ".json,application/json",
    hidden: !own,
    "aria-label": `${option.title}: a file`,
    onchange: () => file.files.length && readDocument(option, file, onchange),
  });
  const select = h(
    "select",
    {
      name: option.name,
      onchange: () => {
        file.hidden = select.value !== OWN;
        if (file.hidden) onchange(select.value);
        else file.click();
      },
    },
    choices(option, value),
    h("option", { value: OWN, selected: own }, OWN),
  );
  return h(
    "label",
    { class: "field" },
    h("span", { class: "field-name" }, option.title),
    select,
    file,
    h("small", {}, option.help),
  );
}

function field(option, value, onchange) {
  if (option.document) return documentField(option, value, onchange);
  const number = (text) => (typeof option.default === "number" ? Number(text) : text);
  const input = option.choices
    ? h(
        "select",
        { name: option.name, onchange: (event) => onchange(number(event.target.value)) },
        choices(option, value),
      )
    : h("input", {
        type: "number",
        name: option.name,
        min: option.low,
        max: option.high,
        step: 1,
        value,
        required: true,
        onchange: (event) => event.target.reportValidity() && onchange(Number(event.target.value)),
      });
  return h(
    "label",
    { class: "field" },
    h("span", { class: "field-name" }, option.title),
    input,
    h("small", {}, option.help),
  );
}

/** Clocks that people often want: name, time for a move, reserve, increment, in seconds. @type {[string, number[] | null][]} */
const CLOCKS = [
  ["No clock", null],
  ["2 minutes a move, 5 in reserve", [120, 300, 0]],
  ["30 seconds a move", [30, 0, 0]],
  ["5 minutes + 3 seconds", [0, 300, 3]],
  ["15 minutes + 10 seconds", [0, 900, 10]],
  ["A day a move", [86400, 0, 0]],
];

/** What a clock of one's own is made of: name, and how many seconds its unit has. @type {[string, number][]} */
const PARTS = [
  ["Seconds a move", 1],
  ["Minutes in reserve", 60],
  ["Seconds added a move", 1],
];
/** Where one's own clock begins for who had chosen none, in seconds. */
const USUAL = [0, 300, 3];
const MOST_SECONDS = 2592000;

/** The choice of a clock; `value()` is what a room is made with. */
export function clockField() {
  const fields = PARTS.map(([, unit]) => h("input", { type: "number", min: 0, max: MOST_SECONDS / unit, step: unit > 1 ? "any" : 1 }));
  const parts = PARTS.map(([name], index) =>
    h("label", { class: "field small" }, h("span", { class: "field-name" }, name), fields[index]),
  );
  let before = USUAL;
  const own = h("div", { class: "own-clock", hidden: true }, parts);
  const select = h(
    "select",
    {
      name: "clock",
      onchange: () => {
        own.hidden = select.value !== "own";
        if (own.hidden) before = CLOCKS[Number(select.value)][1] ?? USUAL;
        else fields.forEach((field, index) => (field.value = String(before[index] / PARTS[index][1])));
      },
    },
    CLOCKS.map(([name], index) => h("option", { value: String(index) }, name)),
    h("option", { value: "own" }, "My own…"),
  );
  const element = h(
    "div",
    { class: "clock-field" },
    h("label", { class: "field" }, h("span", { class: "field-name" }, "Clock"), select),
    own,
  );
  return {
    element,
    value() {
      const seconds =
        select.value === "own"
          ? fields.map((field, index) => Number(field.value) * PARTS[index][1])
          : CLOCKS[Number(select.value)][1];
      if (!seconds) return null;
      const [move, reserve, increment] = seconds.map((time) => Math.round(time * 1000));
      return { move_ms: move, reserve_ms: reserve, increment_ms: increment };
    },
  };
}

/** The strength of the engine. @param {{level: number, about?: string}[]} engines the levels there are @param {number} value @param {(level: number) => void} onchange */
export function levelField(engines, value, onchange = () => undefined) {
  const levels = engines.map((engine) => engine.level);
  const [low, high] = [Math.min(...levels), Math.max(...levels)];
  const named = (level) => [level, engines.find((engine) => engine.level === level)?.about].filter(Boolean).join(" · ");
  const shown = h("output", {}, named(value));
  const input = h("input", {
    type: "range",
    name: "level",
    min: low,
    max: high,
    step: 1,
    value,
    oninput: () => {
      shown.textContent = named(Number(input.value));
    },
    onchange: () => onchange(Number(input.value)),
  });
  const element = h(
    "label",
    { class: "field" },
    h("span", { class: "field-name" }, "Engine level ", shown),
    input,
  );
  return { element, value: () => Number(input.value) };
}
