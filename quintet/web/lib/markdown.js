/** The part of Markdown that the rule pages use, as elements: headings, paragraphs, lists, tables, code, emphasis, links. */

import { h } from "./dom.js";

/**
 * @param {string} source
 * @param {(language: string, text: string) => any} drawBlock what to show for a fenced block; null shows the text
 * @returns {any[]}
 */
export function markdown(source, drawBlock = () => null) {
  const lines = source.replaceAll("\r", "").split("\n");
  const out = [];
  let at = 0;
  const take = (test) => {
    const taken = [];
    while (at < lines.length && test(lines[at])) taken.push(lines[at++]);
    return taken;
  };
  while (at < lines.length) {
    const line = lines[at];
    const heading = /^(#{1,4}) (.*)$/.exec(line);
    if (!line.trim()) at += 1;
    else if (heading) {
      out.push(h(`h${heading[1].length}`, { id: slug(heading[2]) }, inline(heading[2])));
      at += 1;
    } else if (line.startsWith("```")) {
      at += 1;
      const text = take((next) => !next.startsWith("```")).join("\n");
      at += 1;
      out.push(drawBlock(line.slice(3).trim(), text) ?? h("pre", { tabindex: "0" }, text));
    } else if (/^\s*([-*]|\d+\.) /.test(line)) out.push(list(take((next) => /^\s*([-*]|\d+\.) |^\s{2,}\S/.test(next))));
    else if (line.startsWith("|")) out.push(table(take((next) => next.startsWith("|"))));
    else if (line.startsWith("    "))
      out.push(
        h(
          "pre",
          { tabindex: "0" },
          take((next) => next.startsWith("    "))
            .map((row) => row.slice(4))
            .join("\n"),
        ),
      );
    else
      out.push(
        h("p", {}, inline(take((next) => next.trim() && !/^(#{1,4} |```|\||\s*([-*]|\d+\.) )/.test(next)).join(" "))),
      );
  }
  return out;
}

export const slug = (text) =>
  text
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .trim()
    .replace(/\s+/g, "-");

function list(lines) {
  const items = [];
  for (const line of lines) {
    const item = /^(\s*)([-*]|\d+\.) (.*)$/.exec(line);
    if (item && item[1].length < 2) items.push({ text: item[3], inner: [] });
    else if (item && items.length) items.at(-1).inner.push(line.slice(2));
    else if (items.at(-1)?.inner.length) items.at(-1).inner.push(line.slice(2));
    else if (items.length) items.at(-1).text += ` ${line.trim()}`;
  }
  return h(
    /^\s*\d/.test(lines[0]) ? "ol" : "ul",
    {},
    items.map((item) => h("li", {}, inline(item.text), item.inner.length ? list(item.inner) : null)),
  );
}

function table(lines) {
  const rows = lines
    .filter((line) => !/^\|[\s:|-]+\|$/.test(line))
    .map((line) =>
      line
        .replace(/^\||\|$/g, "")
        .split("|")
        .map((cell) => cell.trim()),
    );
  const [head, ...body] = rows;
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "group", "aria-label": "Table" },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          head.map((cell) => h("th", {}, inline(cell))),
        ),
      ),
      h(
        "tbody",
        {},
        body.map((row) =>
          h(
            "tr",
            {},
            row.map((cell) => h("td", {}, inline(cell))),
          ),
        ),
      ),
    ),
  );
}

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\(([^)]+)\)/g;

/** @param {string} text @returns {any[]} */
function inline(text) {
  const out = [];
  let from = 0;
  for (const found of text.matchAll(INLINE)) {
    out.push(text.slice(from, found.index));
    const [whole, code, strong, weak, label, target] = found;
    if (code) out.push(h("code", {}, code));
    else if (strong) out.push(h("strong", {}, inline(strong)));
    else if (weak) out.push(h("em", {}, inline(weak)));
    else out.push(target.startsWith("#") ? h("a", { href: target }, inline(label)) : h("span", {}, inline(label)));
    from = found.index + whole.length;
  }
  out.push(text.slice(from));
  return out;
}
