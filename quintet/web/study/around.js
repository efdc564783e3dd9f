/** What stands around the analysis board, and what becomes of keys, moves and picks there. */

import { pieceIcon } from "../board/pieces.js";
import { button, fill, h, holding, refresh } from "../lib/dom.js";
import { studyPosition } from "../lib/learning.js";
import { sumTable } from "../table/ending.js";
import { keyPressed } from "../table/keys.js";
import { counters } from "../table/seats.js";
import { another, promote, remove, setUp } from "./doing.js";

/** Keys of the analysis board; all others are the board's own. @param {any} page */
export function stepByKey(page, event) {
  if (!page.table) return;
  const busy = event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, dialog[open], .cells");
  const ways = {
    ArrowLeft: () => page.back(),
    ArrowRight: () => page.on(),
    ArrowUp: () => page.beside(-1),
    ArrowDown: () => page.beside(1),
    Home: () => page.go(page.tree.root),
    End: () => page.go(page.tree.end(page.node)),
  };
  if (Object.hasOwn(ways, event.key)) {
    if (busy) return;
    ways[event.key]();
    event.preventDefault();
  } else keyPressed(page.play, event);
}

/** Everything beside the board, as it is now. @param {any} page */
export function showAround(page) {
  const { position, tree, node } = page;
  page.list.update();
  page.notes.update();
  page.engine.look();
  page.explorer.look();
  page.prompt.update(page.table);
  page.facts.textContent = [position.title, ...position.rules].join(" · ");
  page.seats.dataset.count = String(position.sides.length);
  refresh(page.seats, [position.sides, position.info.colours, position.counts, page.table.turn], () =>
    position.sides.map((side, seat) => seatOf(page, side, seat)),
  );
  page.over.hidden = !position.over;
  const sum = { seats: position.sides, lines: position.lines };
  if (position.over) fill(page.over, h("p", { class: "reason" }, position.over), position.lines.length > 0 && sumTable(page, page.table, sum));
  const branch = tree.branch(node);
  const ways = () => [
    branch &&
      button("Make it the main line", () => promote(page), { class: "quiet promote", "data-keep": "promote", title: "The variation that is shown comes first from now on" }),
    node.parent &&
      button("Delete from here", () => remove(page), { class: "quiet delete", "data-keep": "delete", title: "Delete this move and everything after it" }),
    position.arranging && button("Set up", () => setUp(page), { class: "quiet arrange-open", "data-keep": "arrange", title: "Put and take pieces by hand" }),
    button("Another game", () => another(page), { class: "quiet renew", "data-keep": "renew" }),
  ];
  const rebuild = () => refresh(page.tools, [Boolean(branch), Boolean(node.parent), position.arranging], ways);
  holding(page.tools, rebuild, () => page.tools.querySelector("button"));
  page.keepDraft();
}

/** One side: its pieces, its name and what is counted. @param {any} page */
function seatOf(page, side, seat) {
  const codes = page.colours[seat];
  return h(
    "article",
    { class: ["seat", page.table.turn.includes(seat) && "in-turn"], "data-seat": seat },
    h("span", { class: "colours", "aria-hidden": "true" }, codes ? [...codes].map((code) => pieceIcon(page.layout, code)) : h("span", { class: "unknown-colour" }, "?")),
    h(
      "div",
      { class: "who" },
      h("div", { class: "name" }, h("b", {}, side), page.table.turn.includes(seat) && h("span", { class: "sr-only" }, " to move")),
      h("div", { class: "counters" }, counters(page, page.table, seat)),
    ),
  );
}

/** A move was made for a seat. Was it taken? @param {any} page @returns {Promise<boolean>} */
export async function tryMove(page, seat, text) {
  const { node, pending } = page;
  try {
    const told = await studyPosition({ ...page.lineTo(node, pending), move: [seat, text] });
    if (page.stopped || node !== page.node || pending !== page.pending) return false;
    if (told.refused) {
      page.tell(told.refused);
      page.play.compose();
      return false;
    }
    const { position } = told;
    page.pending = position.pending;
    if (!position.pending.length) {
      page.node = page.tree.add(node, position.ply.moves, position.told);
      page.known.set(page.node, position);
    }
    page.show(position);
    return true;
  } catch (error) {
    if (!page.stopped) page.tell(error.message);
    return false;
  }
}

/** A pick that meant nothing: the rules say why. @param {any} page */
export async function tellWhy(page, seat, composer, space) {
  const { node, pending } = page;
  const chosen = composer.chosen.map(({ place }) => place.text);
  const question = { ...page.lineTo(node, pending), picked: { seat, space, piece: composer.key, chosen } };
  const told = await studyPosition(question).catch((error) => ({ refused: error.message }));
  if (!page.stopped && node === page.node) page.tell(told.refused);
}

/** A position as the board of a table takes it. */
export function tableOf(position, plies, told, version) {
  const asks = Object.fromEntries(
    Object.entries(position.asks).map(([seat, ask]) => [seat, position.chosen ? `${position.chosen} ${ask}` : ask]),
  );
  const seats = position.prompts.map(({ seat }) => seat);
  return {
    plies,
    board: position.board,
    info: position.info,
    prompts: position.prompts,
    status: seats.length ? "playing" : "finished",
    sealed: [],
    hint: null,
    you: seats,
    turn: seats,
    turn_version: version,
    outcome: { winners: position.winners },
    pointed: position.groups,
    said: {
      plies: told,
      asks,
      counts: position.counts,
      seats: position.sides.map((name) => ({ name })),
      state: position.over,
      sealed: "",
      changing: "",
      patience: "",
      hand_over: {},
      ending: { groups: position.groups },
    },
  };
}
