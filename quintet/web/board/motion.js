/** How changes look while they happen. Every motion leaves things as they were: the board draws the result itself. */

import { s } from "../lib/dom.js";

const OUT = "cubic-bezier(.2,.8,.3,1)";
const FALL = "cubic-bezier(.55,.05,.85,.55)";

/** How long things take, in milliseconds, at normal speed. */
const TIMES = { place: 240, turn: 380, remove: 320, burn: 620, fallStep: 130, slide: 200 };

/** Is this the moment to move anything at all? */
export function still(speed) {
  return speed <= 0 || document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function run(element, frames, duration, options = {}) {
  return element
    .animate(frames, { duration, easing: OUT, fill: "backwards", ...options })
    .finished.catch(() => undefined);
}

/** A piece is set down, or dropped from above into a rack. */
export function place(element, speed, drop = 0) {
  if (drop) {
    const time = (TIMES.fallStep * Math.sqrt(drop / 50) + 60) / speed;
    return run(
      element,
      [
        { transform: `translateY(${-drop}px)`, easing: FALL },
        { transform: "translateY(0)", offset: 0.8, easing: OUT },
        { transform: "translateY(-9px)", offset: 0.9, easing: FALL },
        { transform: "translateY(0)" },
      ],
      time * 1.25,
    );
  }
  return run(
    element,
    [
      { transform: "translateY(-26px) scale(1.34)", opacity: 0 },
      { transform: "translateY(-8px) scale(1.12)", opacity: 1, offset: 0.45 },
      { transform: "none", opacity: 1 },
    ],
    TIMES.place / speed,
  );
}

/** A piece is turned over: narrow, exchanged, wide again. `swap` exchanges it half way. */
export async function turn(element, swap, speed, delay) {
  const half = TIMES.turn / 2 / speed;
  await run(element, [{ transform: "none" }, { transform: "translateY(-16px) scale(.06,1.08)" }], half, {
    delay: delay / speed,
    easing: "ease-in",
    fill: "both",
  });
  for (const motion of element.getAnimations()) motion.cancel();
  swap();
  await run(element, [{ transform: "translateY(-16px) scale(.06,1.08)" }, { transform: "none" }], half, {
    easing: "ease-out",
  });
}

/** A piece is taken off. */
export function remove(element, speed) {
  return run(
    element,
    [
      { transform: "none", opacity: 1 },
      { transform: "translateY(-14px) scale(1.14)", opacity: 1, offset: 0.35 },
      { transform: "translateY(-34px) scale(.5)", opacity: 0 },
    ],
    TIMES.remove / speed,
    { fill: "forwards" },
  );
}

/** A piece falls from one space to another below it. */
export function fall(element, dx, dy, speed) {
  const time = (TIMES.fallStep * Math.sqrt(Math.hypot(dx, dy) / 50)) / speed;
  return run(element, [{ transform: `translate(${-dx}px,${-dy}px)` }, { transform: "none" }], time, { easing: FALL });
}

/** A piece is moved from one space to another: lifted a little, and set down. */
export function slide(element, dx, dy, speed) {
  const time = (TIMES.slide + Math.hypot(dx, dy) / 4) / speed;
  return run(
    element,
    [
      { transform: `translate(${-dx}px,${-dy}px)` },
      { transform: `translate(${-dx / 2}px,${-dy / 2 - 10}px) scale(1.1)` },
      { transform: "none" },
    ],
    time,
    { easing: "ease-in-out" },
  );
}

/** A space burns: a flare, then what is left of it. */
export function burn(element, speed) {
  const flare = s("circle", { class: "flare", r: 62, fill: "url(#ember)" });
  element.append(flare);
  const time = TIMES.burn / speed;
  const done = run(
    flare,
    [
      { transform: "scale(.2)", opacity: 0 },
      { transform: "scale(1.15)", opacity: 1, offset: 0.3 },
      { transform: "scale(.9)", opacity: 0.85, offset: 0.55 },
      { transform: "scale(1.5)", opacity: 0 },
    ],
    time,
  );
  run(element.firstChild, [{ opacity: 0 }, { opacity: 0, offset: 0.3 }, { opacity: 1 }], time);
  return done.then(() => flare.remove());
}
