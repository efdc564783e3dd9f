/** What keys do at a table, besides those of the board itself. */

/** @param {import("./play.js").Play | undefined} play @param {any} event */
export function keyPressed(play, event) {
  const typing = event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea");
  if (!play?.table || typing) return;
  const onBoard = event.target.closest?.(".cells");
  const { composer } = play;
  const begun = play.active && composer?.started;
  play.settle();
  if (event.key === "ArrowLeft" && !onBoard) play.go(play.shown - 1);
  else if (event.key === "ArrowRight" && !onBoard) play.go(play.shown + 1);
  else if (event.key === "End" && !onBoard) play.go(play.table.plies.length);
  else if ((event.key === "Backspace" || event.key === "Escape") && begun) {
    play.isSealed = false;
    composer.undo();
    play.draw();
  } else if (event.key === "Escape" && play.ahead) play.plan("");
  else if (event.key === "c" && begun && composer.text) play.submit(composer.text);
  else return;
  event.preventDefault();
}
