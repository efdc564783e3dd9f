/** What a player has chosen for this browser. Kept in localStorage; where there is none, for this page only. */

const KEY = "quintet";

export const DEFAULTS = {
  name: "",
  level: 2,
  sound: true,
  /** How loud, from 0 to 1. */
  volume: 1,
  speed: 1,
  coordinates: true,
  theme: "auto",
  safe: false,
  /** What boards are made of, and how pieces are finished; `house` is what each game says itself. */
  boards: "house",
  pieces: "house",
  confirm: "touch",
  /** May a move be chosen while others still think? */
  ahead: false,
  /** Is one asked before a move against the machine that would be a mistake? */
  warn: false,
  /** The options each game is played with, by game and option. @type {Record<string, Record<string, any>>} */
  games: {},
};

function read() {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return { ...DEFAULTS, ...(stored && typeof stored === "object" ? stored : {}) };
  } catch {
    return { ...DEFAULTS };
  }
}

let current = read();
const listeners = new Set();

/** The settings as they are now. @returns {typeof DEFAULTS} */
export const settings = () => current;

/** Change some of them. @param {Partial<typeof DEFAULTS>} changes */
export function change(changes) {
  current = { ...current, ...changes };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // A browser that keeps nothing still plays.
  }
  tell();
}

function tell() {
  for (const listener of listeners) listener(current);
}

// Another window of this browser has changed something; without that, the next change here would take it back.
addEventListener("storage", () => {
  current = read();
  tell();
});

/** Be told of every change. Returns how to stop it. */
export function onChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The chosen options of a game, without any that the game no longer has. @param {any} game */
export function optionsOf(game) {
  const chosen = current.games[game.name] ?? {};
  return Object.fromEntries(
    game.options
      .filter((option) => allows(option, chosen[option.name]))
      .map((option) => [option.name, chosen[option.name]]),
  );
}

function allows(option, value) {
  if (value === undefined || value === option.default) return false;
  if (option.document && value && typeof value === "object") return true;
  if (option.choices) return option.choices.includes(value);
  return Number.isInteger(value) && value >= option.low && value <= option.high;
}

/** How the page looks, on its root element. */
export function dress(root = document.documentElement) {
  const dark =
    current.theme === "dark" || (current.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = dark ? "dark" : "light";
  root.dataset.boards = current.boards;
  root.dataset.pieces = current.pieces;
  root.classList.toggle("safe-pieces", current.safe);
}
