/** What covers the board where several people share a screen and one has chosen in secret, until the next takes over. */

import { button, h, refresh } from "../lib/dom.js";

/** @param {import("../pages/table.js").TablePage} page */
export function coverPanel(page) {
  const element = h("div", { class: "hand-over", role: "dialog", "aria-label": "Hand over", tabindex: "-1", hidden: true });
  return {
    element,
    update({ said, status }) {
      const { hands, seat, step } = page.play;
      const words = hands.handing && status === "playing" && step === null ? said.hand_over[seat] : null;
      const fresh = words && element.hidden;
      element.hidden = !words;
      if (fresh) element.focus({ preventScroll: true }); // not its button: a key that is still held must not press that
      refresh(element, [words, seat], () =>
        words
          ? [
              h("p", {}, words[0]),
              button(words[1], () => page.play.arrive(), { class: "primary arrive", "data-keep": "arrive" }),
            ]
          : null,
      );
    },
  };
}
