/** How far somebody has come with each lesson. Kept in this browser only: the server knows nothing of it. */

const KEY = "quintet-lessons";

/** @typedef {{step: number, done: boolean}} Progress */

/** @returns {Record<string, Progress>} */
function read() {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return stored && typeof stored === "object" ? stored : {};
  } catch {
    return {};
  }
}

/** The step that was reached, and whether the lesson was ever finished. @param {string} name @returns {Progress} */
export function progress(name) {
  const { step, done } = read()[name] ?? {};
  return { step: Number.isInteger(step) && step > 0 ? step : 0, done: done === true };
}

/** Remember where somebody is; a lesson that was finished once stays finished. @param {string} name @param {number} step */
export function reached(name, step, done = false) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...read(), [name]: { step, done: done || progress(name).done } }));
  } catch {
    // A browser that keeps nothing still teaches.
  }
}
