/** What happens at a table, in sentences: for the log, for screen readers, and beside the board. */

/** A seat's holder. @param {any} table @param {number} seat */
export function holder(table, seat) {
  return table.seats[seat]?.name || table.players[seat] || `seat ${seat + 1}`;
}

/** A seat by its colours, once it has any: "black", "white and yellow". */
export function colourName(table, layout, seat) {
  const codes = table.info.colours[seat];
  if (!codes) return `seat ${seat + 1}`;
  return codeNames(layout, codes);
}

/** @param {any} layout @param {string} codes */
export function codeNames(layout, codes) {
  const names = new Map(layout.palette.map((piece) => [piece.code, piece.name]));
  const kinds = [...new Set(codes)].map((code) => names.get(code) ?? code);
  return kinds.length > 1 ? `${kinds.slice(0, -1).join(", ")} and ${kinds.at(-1)}` : kinds[0];
}

/** A seat as a person speaks of it: its holder, and its colours where one person holds several seats. */
export function seatWords(table, layout, seat) {
  const name = holder(table, seat);
  const namesakes = table.seats.filter((other) => other.name === table.seats[seat]?.name).length;
  return namesakes > 1 ? capital(colourName(table, layout, seat)) : name;
}

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A word of a prompt as a button shows it. */
export const buttonWords = (word) => capital(word.replaceAll("-", " "));

const ASKS = {
  undo: "to take back a move",
  hint: "for a hint",
  restart: "to start again",
  draw: "for a draw",
  rematch: "for a rematch",
  remove: "to remove a player from the game",
  close: "to close the room",
};

/** What somebody wants of the others; `about` is whom the host wants to remove, by name. */
export const askWords = (kind, about = "") =>
  kind === "remove" && about ? `to remove ${about} from the game` : (ASKS[kind] ?? kind);

const MISSED = { declined: "does not want to play", gone: "is no longer there", late: "did not come" };

/** One event as a sentence; empty if it needs none. @param {any} event @param {any} before @param {any} after @param {any} layout */
export function eventWords(event, before, after, layout) {
  const who = (seat) => seatWords(after, layout, seat);
  const guest = (id) =>
    after.people.find((person) => person.guest === id)?.name ??
    before?.people.find((person) => person.guest === id)?.name ??
    "Somebody";
  switch (event.type) {
    case "entered":
      return `${event.name}${event.bot ? " (bot)" : ""} came in.`;
    case "renamed":
      return `${before ? nameBefore(before, event.guest) : "Somebody"} is now called ${event.name}.`;
    case "left":
      return `${guest(event.guest)} left.`;
    case "kicked":
      return `${guest(event.guest)} was removed by the host.`;
    case "gone":
      return `${guest(event.guest)} lost the connection.`;
    case "returned":
      return `${guest(event.guest)} is back.`;
    case "seated":
      return `${guest(event.guest)} plays ${colourName(after, layout, event.seat)}.`;
    case "filled":
      return `${holder(after, event.seat)} plays ${colourName(after, layout, event.seat)}.`;
    case "invited":
      return `${event.name} is asked to play ${colourName(after, layout, event.seat)}.`;
    case "missed":
      return `${event.name} ${MISSED[event.why]}; ${colourName(after, layout, event.seat)} is open.`;
    case "vacated":
      return `${capital(colourName(after, layout, event.seat))} is open.`;
    case "clocked":
      return event.clock ? "The host has set the clock." : "The host has taken the clock away.";
    case "readied":
      return `${who(event.seat)} is ${event.ready ? "ready" : "no longer ready"}.`;
    case "counting":
      return "Everybody is ready: the game starts in three seconds.";
    case "halted":
      return "The start was called off.";
    case "started":
      return "The game begins.";
    case "submitted":
      return event.again ? "Your move is changed." : `${who(event.seat)} has chosen a move.`;
    case "played":
      return event.moves.map(([seat, move]) => `${who(seat)}: ${move}.`).join(" ");
    case "offered":
      return `${event.seat === null ? "The host" : who(event.seat)} asks ${askWords(event.kind, event.guest && guest(event.guest))}.`;
    case "answered":
      return `${who(event.seat)} says ${event.accept ? "yes" : "no"}.`;
    case "settled":
      return event.how === "accepted"
        ? ""
        : `The offer was ${event.how === "expired" ? "not answered in time" : event.how}.`;
    case "hint-due":
      return "The engine is looking for a hint.";
    case "hinted":
      return event.move ? `Hint: ${event.move}.` : `${who(event.seat)} got a hint.`;
    case "taken-back":
      return "The last move was taken back.";
    case "restarted":
      return "The game starts again.";
    case "rematched":
      return "A new game: everybody moves one seat on.";
    case "resigned":
      return `${who(event.seat)} resigned.`;
    case "flagged":
      return `${who(event.seat)} ran out of time.`;
    case "finished":
      return "";
    case "closed":
      return "The room is closed.";
    default:
      return "";
  }
}

function nameBefore(table, guest) {
  return table.people.find((person) => person.guest === guest)?.name ?? "Somebody";
}

/** How the game ended, as one sentence. */
export function outcomeWords(table, layout) {
  const { outcome } = table;
  if (!outcome) return "";
  const names = outcome.winners.map((seat) => seatWords(table, layout, seat));
  const reason =
    outcome.seat !== null && outcome.seat !== undefined && ["resigned", "flagged"].includes(outcome.reason)
      ? `${seatWords(table, layout, outcome.seat)} ${outcome.reason === "resigned" ? "resigned" : "ran out of time"}`
      : outcome.text;
  if (!names.length) return `${capital(reason)}.`;
  if (outcome.winners.length === table.seats.length) return `A draw: ${reason}.`;
  return names.length > 1 ? `${names.join(" and ")} share first place: ${reason}.` : `${names[0]} wins: ${reason}.`;
}
