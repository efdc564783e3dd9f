/** What a record file says of the room to be opened; loaded when somebody has chosen one. */

import { settings } from "../lib/settings.js";

const LARGEST = 900_000;

/** The room in which the game of a file goes on. @param {File} file */
export async function roomOf(file) {
  const record = readRecord(file.size > LARGEST ? "" : await file.text());
  const seats = Math.max(
    2,
    ...record.moves.map(([seat]) => seat + 1),
    ...(record.outcome?.scores ?? []).map((_, seat) => seat + 1),
  );
  return {
    name: file.name.replace(/\.jsonl?$/i, "").slice(0, 40) || "A record",
    game: record.game,
    options: record.options ?? {},
    moves: record.moves,
    offline: true,
    listed: false,
    host_name: settings().name || "Guest",
    seats: Array(seats).fill("me"),
  };
}

/** @param {string} text */
function readRecord(text) {
  let record;
  try {
    record = JSON.parse(text.trim().split(/\n(?=\{)/)[0]);
  } catch {
    throw new Error("This file is not a record: a record is one JSON object, as a table writes it.");
  }
  if (typeof record?.game !== "string" || !Array.isArray(record.moves))
    throw new Error("This file is not a record: it needs a game and its moves.");
  return record;
}
