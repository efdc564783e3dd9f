/** The app: one page, its header, the connection, and the way from an address to what it shows. */

import { definitions } from "./board/pieces.js";
import { openRoom } from "./lib/api.js";
import { fill, h, link as anchor, style } from "./lib/dom.js";
import { Link } from "./lib/link.js";
import { dress, onChange } from "./lib/settings.js";

/** Addresses and their pages; a page is loaded when it is first wanted. @type {[RegExp, (app: any, ...parts: string[]) => Promise<any>][]} */
const ROUTES = [
  [/^\/$/, async (app) => new (await import("./pages/home.js")).HomePage(app)],
  [/^\/play\/([\w-]+)$/, async (app, name) => new (await import("./pages/setup.js")).SetupPage(app, name)],
  [/^\/r\/([\w-]+)$/, async (app, room) => new (await import("./pages/table.js")).TablePage(app, room)],
  [/^\/g\/(\w+)$/, async (app, id) => new (await import("./pages/game.js")).GamePage(app, id)],
  [/^\/view$/, async (app) => new (await import("./pages/game.js")).GamePage(app)],
  [/^\/games$/, async (app) => new (await import("./pages/games.js")).GamesPage(app)],
  [/^\/rooms$/, async (app) => new (await import("./pages/rooms.js")).RoomsPage(app)],
  [/^\/rules\/([\w-]+)$/, async (app, name) => new (await import("./pages/rules.js")).RulesPage(app, name)],
  [/^\/(?:learn|lessons)$/, async (app) => new (await import("./pages/learn.js")).LearnPage(app)],
  [/^\/learn\/([\w-]+)$/, async (app, name) => new (await import("./pages/lesson.js")).LessonPage(app, name)],
  [/^\/(?:analysis|study)$/, async (app) => new (await import("./pages/analysis.js")).AnalysisPage(app)],
  [/^\/puzzles$/, async (app) => new (await import("./pages/puzzles.js")).PuzzlesPage(app)],
  [/^\/puzzles\/([\w-]+)$/, async (app, id) => new (await import("./pages/puzzle.js")).PuzzlePage(app, id)],
  [/^\/study\/(\w+)$/, async (app, id) => new (await import("./pages/analysis.js")).AnalysisPage(app, id)],
  [/^\/settings$/, async (app) => new (await import("./pages/settings.js")).SettingsPage(app)],
];

/** To who could not be known again: a seat would be lost as soon as it is taken. */
const NO_COOKIES = "This browser refuses cookies here, so nobody could tell that a seat is yours. Allow them for this address to play.";

/** The style of everything but the first page, loaded when it is first wanted. */
const dressTables = () => Promise.all([style("pages"), style("table")]);

class App {
  constructor() {
    this.live = h("div", { class: "sr-only", "aria-live": "polite", role: "log" });
    this.toasts = h("div", { class: "toasts", role: "alert" });
    this.banner = h("div", { class: "banner", role: "status", hidden: true });
    this.place = h("div", { class: "place" });
    this.link = new Link();
    this.link.addEventListener("state", () => this.showConnection());
    document.body.append(definitions(), this.header(), this.banner, this.place, this.toasts, this.live);
    dress();
    onChange(() => dress());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => dress());
    document.addEventListener("click", (event) => this.onClick(event));
    addEventListener("popstate", () => this.address !== location.pathname + location.search && this.show());
    this.show();
  }

  header() {
    const mark = h(
      "span",
      { class: "mark", "aria-hidden": "true" },
      ["black", "white", "purple", "yellow", "grey"].map((code) => h("i", { class: `dot-${code}` })),
    );
    return h(
      "header",
      { class: "top" },
      h("a", { class: "skip", href: "#main" }, "To the content"),
      anchor("/", [mark, "quintet"], { class: "brand" }),
      h(
        "nav",
        { "aria-label": "Main" },
        anchor("/", "Play"),
        anchor("/learn", "Learn"),
        anchor("/puzzles", "Puzzles"),
        anchor("/rooms", "Rooms"),
        anchor("/games", "Games"),
        anchor("/settings", "Settings"),
      ),
    );
  }

  // --- addresses

  onClick(event) {
    const target = event.target.closest?.("a[data-route]");
    if (!target || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.go(target.getAttribute("href"));
  }

  /** Go to an address of the app. To the one that is shown (a link clicked twice) is no step of its own. */
  go(path) {
    if (path === this.address) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    scrollTo(0, 0);
    this.show();
  }

  async show() {
    const path = location.pathname;
    const visit = (this.visit = Symbol(path));
    this.address = path + location.search;
    this.page?.stop?.();
    this.page = null;
    this.place.inert = true; // what is still to be seen of the page before is no longer there to be clicked
    for (const entry of document.querySelectorAll(".top nav a")) {
      if (entry.getAttribute("href") === path) entry.setAttribute("aria-current", "page");
      else entry.removeAttribute("aria-current");
    }
    const [pattern, make] = ROUTES.find(([candidate]) => candidate.test(path)) ?? [/^/, async () => notice("Nothing here", "There is no such page.")];
    const styled = path === "/" ? null : dressTables();
    const page = await make(this, ...(pattern.exec(path)?.slice(1) ?? [])).catch(() =>
      notice("No connection", "The server cannot be reached. What you want to see comes as soon as it answers again."),
    );
    await styled;
    if (visit !== this.visit) return; // the player has gone on meanwhile, perhaps to the same address again
    this.page = page;
    this.setTitle("quintet");
    fill(this.place, page.element);
    this.place.inert = false;
    if (this.shown) this.enter(page.element);
    this.shown = true;
    if (path.startsWith("/r/") && !keepsCookies()) this.toast(NO_COOKIES);
    await page.start?.();
    if (visit === this.visit && document.title === "quintet" && path !== "/") this.setTitle(this.place.querySelector("h1")?.textContent ?? "quintet");
  }

  /** From one page to another: what is read and walked goes on in the new one, not at the top of the window. @param {HTMLElement} main */
  enter(main) {
    main.tabIndex = -1;
    main.focus({ preventScroll: true });
  }

  /**
   * Open a room and go there: one room, however often a button is pressed, and only for who still waits for it.
   * @param {() => Promise<any>} describe what the message says, once everything it needs is known; null opens none
   */
  async openRoom(describe) {
    const { visit } = this;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    this.place.inert = true;
    try {
      if (!keepsCookies()) throw new Error(NO_COOKIES);
      const room = await describe();
      const path = room && (await openRoom(room));
      if (visit !== this.visit) return;
      if (path) return void this.go(path);
    } catch (error) {
      if (visit !== this.visit) return;
      this.toast(error.message);
    }
    this.place.inert = false;
    focused?.focus();
  }

  setTitle(text) {
    document.title = text === "quintet" ? text : `${text} · quintet`;
  }

  // --- telling things

  /** For screen readers: something happened. */
  announce(text) {
    this.live.append(h("p", {}, text));
    while (this.live.childElementCount > 8) this.live.firstElementChild.remove();
  }

  /** A sentence that goes away by itself, or when the next of its kind comes. It never lies on the board that is played on. */
  toast(text, kind = "refusal") {
    const note = h("p", { class: `toast ${kind}` }, text);
    this.toasts.querySelector(`.${kind}`)?.remove();
    this.toasts.append(note);
    const board = document.querySelector(".board.live")?.getBoundingClientRect();
    for (const place of ["low", "side", "high"]) {
      this.toasts.dataset.place = place;
      if (!board || ![...this.toasts.children].some((one) => overlap(one.getBoundingClientRect(), board))) break;
    }
    setTimeout(() => note.remove(), 5200);
  }

  showConnection() {
    const { state } = this.link;
    clearTimeout(this.bannerTimer);
    if (state === "open" && this.wasLost && this.place.querySelector(".notice")) this.show(); // what could not be had then may be there now
    this.wasLost = state === "lost" || (this.wasLost && state !== "open");
    const slow = state === "open" && this.link.pulse?.isSlow;
    if (state === "open" && !slow) this.banner.hidden = true;
    else {
      this.bannerTimer = setTimeout(() => {
        this.banner.textContent = slow ? "The server is slow to answer…" : state === "lost" ? "The connection is lost; trying to come back…" : "Connecting…";
        this.banner.hidden = state === "ended";
      }, 400);
    }
  }
}

/** Does this browser bring back what it was given to be known by? */
function keepsCookies() {
  try {
    document.cookie = "kept=1; samesite=lax; max-age=9";
    return document.cookie.includes("kept=1");
  } catch {
    return false;
  }
}

/** Do two rectangles share any ground? @param {DOMRect} one @param {DOMRect} other */
function overlap(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

function notice(title, text) {
  return {
    element: h(
      "main",
      { id: "main", class: "notice" },
      h("h1", {}, title),
      h("p", {}, text),
      anchor("/", "To the games", { class: "button primary" }),
    ),
  };
}

new App();
