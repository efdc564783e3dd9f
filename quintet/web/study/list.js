/** The tree of moves as a list: the main line, and behind each of its moves the variations that leave it there. */

import { dot } from "../board/pieces.js";
import { button, fill, h } from "../lib/dom.js";
import { mayStep, stopAt } from "../table/moves.js";

/** In a larger tree only the variations around the move that is shown are written out. */
const MANY = 600;
const MOST_BESIDE = 40;

/** @param {any} page with a `tree`, the `node` that is shown, and `go(node)` */
export function treePanel(page) {
  const list = h("div", { class: "variations", role: "group", "aria-label": "Moves and variations" });
  const steps = h("div", { class: "steps" });
  const where = h("span", { class: "where" });
  const buttons = [
    ["first", "«", "First position (Home)", () => page.go(page.tree.root)],
    ["back", "‹", "One move back (left arrow)", () => page.back()],
    ["on", "›", "One move on (right arrow)", () => page.on()],
    ["live", "»", "To the end of this line (End)", () => page.go(page.tree.end(page.node))],
  ].map(([name, sign, label, act]) =>
    button(sign, act, { class: `step ${name}`, "aria-label": label, title: label, "data-keep": name }),
  );
  fill(steps, buttons[0], buttons[1], where, buttons[2], buttons[3]);
  const element = h("section", { class: "panel moves-panel", "aria-label": "Moves" }, steps, list);
  let shown = "";

  function item(node, depth) {
    const texts = node.told.moves.map((move) => h("span", { class: "move-text" }, dots(page, move), move.text));
    const number = h("span", { class: "number" }, `${depth}.`);
    return h(
      "li",
      {},
      button([number, texts, node.sign && h("span", { class: "move-note" }, node.sign)], () => page.go(node), {
        class: "ply-button",
        "data-node": node.number,
        "data-keep": `node-${node.number}`,
      }),
      node.comment && h("span", { class: "remark" }, node.comment),
    );
  }

  /** A line from a node on, by first children; in it the variations. `way` is the set of nodes that lead to the one shown. */
  function line(node, depth, way, large, name) {
    const items = [];
    const open = !name || !large || way.has(node);
    for (let at = node; at; [at] = at.children) {
      items.push(item(at, depth));
      const beside = at.parent.children;
      if (beside[0] === at && beside.length > 1) items.push(variations(beside.slice(1), depth, way, large));
      depth += 1;
      if (!open) {
        if (at.children.length) items.push(h("li", { class: "more" }, "…"));
        break;
      }
    }
    return h("ol", { class: ["line", name && "variation"], "aria-label": name || "Main line" }, items);
  }

  function variations(nodes, depth, way, large) {
    const listed = nodes.length > MOST_BESIDE ? nodes.filter((node, index) => index < MOST_BESIDE || way.has(node)) : nodes;
    const rest = nodes.length - listed.length;
    return h(
      "li",
      { class: "beside" },
      listed.map((node) => line(node, depth, way, large, `Variation at move ${depth}`)),
      rest > 0 && h("p", { class: "more" }, `and ${rest.toLocaleString("en")} more`),
    );
  }

  return {
    element,
    update() {
      const { tree, node } = page;
      const large = tree.size > MANY;
      const path = tree.path(node);
      const key = JSON.stringify([tree.version, large && node.number, page.colours]);
      if (key !== shown) {
        shown = key;
        const focused = list.contains(document.activeElement) ? document.activeElement.getAttribute("data-node") : null;
        const { comment, children } = tree.root;
        fill(
          list,
          comment && h("p", { class: "remark" }, comment),
          children.length ? line(children[0], 1, new Set(path), large, "") : h("p", { class: "none" }, "No moves yet: play for either side."),
        );
        if (focused) list.querySelector(`[data-node="${focused}"]`)?.focus();
      }
      for (const old of list.querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
      const current = list.querySelector(`[data-node="${node.number}"]`);
      current?.setAttribute("aria-current", "step");
      stopAt(list, current);
      if (current) list.scrollTop += current.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
      const { length } = tree.path(tree.end(node));
      where.textContent = length ? `${path.length} of ${length}` : "–";
      mayStep(buttons, !node.parent && !page.pending.length, !node.children.length);
    },
  };
}

/** What a move put down as dots; where that says nothing, the colour of the seat. */
function dots(page, { seat, pieces }) {
  const codes = pieces || (page.colours[seat] ?? "").slice(0, 1);
  return h("span", { class: "dots", "aria-hidden": "true" }, [...codes].map((code) => dot(page.layout, code)));
}
