/** The picture of a table that the server keeps up to date: a view, and every update merged into it. */

import { apply } from "../board/board.js";

const PLAIN = [
  "status",
  "host",
  "you",
  "seats",
  "players",
  "countdown",
  "clock",
  "offer",
  "turn",
  "turn_version",
  "info",
  "prompts",
  "sealed",
  "hint",
  "hint_due",
  "outcome",
];

/** The table after an update; the old one is left as it was. @param {any} table @param {any} update */
export function merge(table, update) {
  const next = { ...table, version: update.version };
  for (const field of PLAIN) if (field in update) next[field] = update[field];
  if (update.people || update.departed) next.people = mergePeople(table.people, update);
  if (update.plies || "keep" in update) {
    next.plies = [...table.plies.slice(0, update.keep ?? table.plies.length), ...(update.plies ?? [])];
    next.board = update.board ?? boardAfter(next.start, next.plies, next.plies.length);
  }
  if (update.said) next.said = mergeSaid(table.said, update);
  return next;
}

/** What is said of the table: what is not said anew still holds. */
function mergeSaid(said, { said: fresh, keep }) {
  return { ...said, ...fresh, plies: [...said.plies.slice(0, keep ?? said.plies.length), ...(fresh.plies ?? [])] };
}

function mergePeople(people, update) {
  const known = new Map(people.map((person) => [person.guest, person]));
  for (const guest of update.departed ?? []) known.delete(guest);
  for (const person of update.people ?? []) known.set(person.guest, person);
  return [...known.values()];
}

/** The board after so many plies. @returns {Record<string, string>} */
export function boardAfter(start, plies, count) {
  const board = new Map(Object.entries(start));
  for (const ply of plies.slice(0, count)) for (const change of ply.changes) apply(board, change);
  return Object.fromEntries(board);
}

/** Has anybody made or sealed a move? */
export const begun = (table) => table.plies.length > 0 || table.seats.some((seat) => seat.submitted);

/** The seats that still owe a move. */
export function owing(table) {
  if (table.status !== "playing") return [];
  return table.turn.filter((seat) => !table.seats[seat].submitted);
}

/** May this table's moves be undone, hints be given and so on without asking anybody? */
export function alone(table) {
  const mine = new Set(table.you);
  return table.offline || table.seats.every((seat) => mine.has(seat.seat) || seat.kind !== "person");
}
