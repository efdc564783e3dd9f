/** A board seen from the other side: the same layout, turned half round. */

/** May a board be turned? Not where pieces fall. @param {any} layout */
export const turnable = (layout) => layout.shape !== "hole";

/** @param {any} layout */
export function turned(layout) {
  const xs = layout.spaces.map((space) => space.x);
  const ys = layout.spaces.map((space) => space.y);
  const [width, height] = [Math.min(...xs) + Math.max(...xs), Math.min(...ys) + Math.max(...ys)];
  const turn = (place) => ({ ...place, x: width - place.x, y: height - place.y });
  const beside = (values, at) => at < Math.min(...values) || at > Math.max(...values);
  /** Letters and numbers stay on their side of the board. */
  const keep = (label) => ({
    ...turn(label),
    ...(beside(ys, label.y) ? { y: label.y } : beside(xs, label.x) ? { x: label.x } : {}),
  });
  return {
    ...layout,
    spaces: layout.spaces.map(turn),
    labels: layout.labels.map(keep),
    dots: layout.dots.map(([x, y]) => [width - x, height - y]),
    lines: layout.lines.map(([x1, y1, x2, y2]) => [width - x1, height - y1, width - x2, height - y2]),
  };
}
