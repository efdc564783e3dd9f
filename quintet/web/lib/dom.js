/** Elements without ceremony. Nothing here ever parses HTML, so no text can become markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element. Props starting with `on` are listeners, `class` may hold falsy parts, the rest are attributes.
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...any} children
 * @returns {any}
 */
export function h(tag, props = {}, ...children) {
  return build(document.createElement(tag), props, children);
}

/** An SVG element. @param {string} tag @param {Record<string, any>} [props] @param {...any} children @returns {any} */
export function s(tag, props = {}, ...children) {
  return build(document.createElementNS(SVG, tag), props, children);
}

function build(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (name.startsWith("on") && typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name === "class") element.setAttribute("class", [value].flat().filter(Boolean).join(" "));
    else if (name === "value" || name === "checked" || name === "disabled" || name === "selected")
      element[name] = value;
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** Put these children, and only these, into an element. */
export function fill(element, ...children) {
  element.replaceChildren(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/**
 * Rebuild part of a page only when what it shows has changed; focus and scrolling survive otherwise.
 * Never while something in it is pressed: a click on what was exchanged under the finger would be lost.
 * @param {any} element @param {any} shown a JSON value @param {() => any} children
 */
export function refresh(element, shown, children) {
  const key = JSON.stringify(shown);
  due.delete(element);
  if (element.shownKey === key) return;
  if (element.matches(":active")) {
    due.set(element, () => refresh(element, shown, children));
    clearTimeout(looking); // a finger that has left still presses for a moment, and nothing tells when that ends
    looking = setTimeout(rebuild, PRESSED_MS);
    return;
  }
  element.shownKey = key;
  const focused = element.contains(document.activeElement) ? document.activeElement?.getAttribute("data-keep") : null;
  fill(element, children());
  if (focused) element.querySelector(`[data-keep="${CSS.escape(focused)}"]`)?.focus();
}

/**
 * Exchange what stands in an element: who has the keyboard's focus in it stays there, on the same thing by its
 * `data-keep`, or on what has come in its place.
 * @param {Element} element @param {() => void} rebuild @param {() => any} instead
 */
export function holding(element, rebuild, instead) {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  rebuild();
  if (!focused || focused === document.activeElement) return;
  const same = focused.getAttribute("data-keep");
  ((same && element.querySelector(`[data-keep="${CSS.escape(same)}"]`)) || instead())?.focus({ preventScroll: true });
}

/** What is to be rebuilt after the click that is being made. @type {Map<any, () => void>} */
const due = new Map();
const PRESSED_MS = 100;
let looking = 0;
const rebuild = () => [...due.values()].forEach((one) => one());
for (const released of ["pointerup", "pointercancel", "keyup"]) addEventListener(released, () => setTimeout(rebuild), true);

/** A button that does something. */
export function button(label, act, props = {}) {
  return h("button", { type: "button", onclick: act, ...props }, label);
}

/** For buttons whose place another may take at once: the second half of a double click was not meant for that one. */
export function single(act) {
  return (event) => event.detail < 2 && act(event);
}

/** A link inside the app. */
export function link(href, label, props = {}) {
  return h("a", { href, "data-route": "", ...props }, label);
}

/**
 * Ask whether something is meant, over everything else; Escape means no.
 * @param {string} text @param {string} [yes] what the buttons say @param {string} [no] where it is given, it is what is advised @returns {Promise<boolean>}
 */
export function sure(text, yes = "Yes", no = "No") {
  return new Promise((resolve) => {
    const dialog = h(
      "dialog",
      {
        class: "sure",
        onclose: () => {
          dialog.remove();
          resolve(dialog.returnValue === "yes");
        },
      },
      h("p", {}, text),
      h(
        "div",
        { class: "answer" },
        button(yes, () => dialog.close("yes"), { class: no === "No" ? "primary yes" : "yes" }),
        button(no, () => dialog.close("no"), { class: no === "No" ? "no" : "primary no", autofocus: true }),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Show what cannot wait to whoever has scrolled away from it. @param {Element | null} element */
export function reveal(element) {
  const place = element?.getBoundingClientRect();
  if (place?.height && (place.top < 0 || place.bottom > innerHeight)) element?.scrollIntoView({ block: "nearest" });
}

/** The sheets that were asked for, by their names. @type {Map<string, Promise<void>>} */
const sheets = new Map();

/** A style sheet that only some pages need; resolves when it is there. @param {string} name @returns {Promise<void>} */
export function style(name) {
  const asked = sheets.get(name);
  if (asked) return asked;
  const loaded = new Promise((resolve) => {
    const done = () => resolve(undefined);
    document.head.append(h("link", { rel: "stylesheet", href: `/static/style/${name}.css`, onload: done, onerror: done }));
  });
  sheets.set(name, loaded);
  return loaded;
}
