/** What is done with the tree on the analysis board: another main line, deleting, setting up, beginning anew. */

import { sure } from "../lib/dom.js";
import { showAround } from "./around.js";

/** The variation that is shown comes first from now on. @param {any} page */
export function promote(page) {
  page.tree.promote(page.node);
  showAround(page);
}

/** Delete the move that is shown, with all that follows. @param {any} page */
export async function remove(page) {
  const { node } = page;
  const many = page.tree.below(node).length;
  if (many > 1 && !(await sure(`Delete this move and the ${many - 1} that follow it?`, "Delete"))) return;
  if (!page.stopped && node === page.node) page.go(page.tree.remove(node));
}

/** Set up by hand what is shown. @param {any} page */
export async function setUp(page) {
  try {
    const { arrange } = await import("./arrange.js");
    await arrange(page);
  } catch (error) {
    if (!page.stopped) page.tell(error.message);
  }
}

/** Back to the board as it was before something was set up. @param {any} page */
export async function leave(page) {
  page.shownNode = null;
  page.build();
  await page.go(page.node);
  page.tools.querySelector(".arrange-open")?.focus({ preventScroll: true });
}

/** Put the board away. @param {any} page */
export async function another(page) {
  if (page.tree.size > 1 && !(await sure("Put this board away and begin with another game?", "Begin anew"))) return;
  if (!page.stopped) page.renew();
}
