/** Where the spaces of a layout lie, in drawing units. */

/** One unit of a layout is this many units of the drawing: small numbers make browsers round text and strokes. */
export const UNIT = 100;

/** From the outermost spaces to the edge of the board, in units of the layout. */
const BORDER = { square: 0.5, hole: 0.56, point: 0.58, hex: 0.62 };
export const FRAME = 0.16;

/** @typedef {{name: string, x: number, y: number}} Space */

export class Geometry {
  /** @param {any} layout @param {boolean} labels leave room for the labels around the board */
  constructor(layout, labels) {
    this.layout = layout;
    /** @type {Map<string, Space>} */
    this.spaces = new Map(
      layout.spaces.map((space) => [space.name, { ...space, x: space.x * UNIT, y: space.y * UNIT }]),
    );
    const all = [...this.spaces.values()];
    this.board = around(all, BORDER[layout.shape] * UNIT);
    this.frame = grow(this.board, FRAME * UNIT);
    this.textSize = Math.max(16, Math.min(46, this.frame.width * 0.026));
    this.labels = labels
      ? layout.labels.map((label) => ({ text: label.text, ...outside(this.frame, label.x * UNIT, label.y * UNIT, this.textSize) }))
      : [];
    this.view = grow(
      this.labels.length ? union(this.frame, around(this.labels, 0.7 * this.textSize)) : this.frame,
      0.06 * UNIT,
    );
  }

  /** The space nearest to a point, if it is near enough to be meant. @returns {Space | null} */
  nearest(x, y, reach = 0.75 * UNIT) {
    let best = null;
    let distance = reach;
    for (const space of this.spaces.values()) {
      const away = Math.hypot(space.x - x, space.y - y);
      if (away < distance) [best, distance] = [space, away];
    }
    return best;
  }

  /** The next space in a direction, on any board: as far along as possible for as little aside as possible. */
  towards(name, dx, dy) {
    const from = this.spaces.get(name);
    let best = null;
    let cost = Infinity;
    for (const space of this.spaces.values()) {
      const along = (space.x - from.x) * dx + (space.y - from.y) * dy;
      const aside = Math.abs((space.x - from.x) * dy - (space.y - from.y) * dx);
      if (along < 1 || aside > along * 2) continue;
      const price = along + aside * 2.5;
      if (price < cost) [best, cost] = [space, price];
    }
    return best?.name ?? name;
  }

  /** The spaces in rows from top to bottom, each from left to right. @returns {Space[][]} */
  rows() {
    const rows = new Map();
    for (const space of this.spaces.values()) {
      const key = Math.round(space.y);
      rows.set(key, [...(rows.get(key) ?? []), space]);
    }
    return [...rows.entries()].sort((a, b) => a[0] - b[0]).map(([, row]) => row.sort((a, b) => a.x - b.x));
  }

  /** A rectangle as percentages of the whole drawing, for laying something under it. */
  share(box) {
    const { view } = this;
    return {
      left: `${((box.x - view.x) / view.width) * 100}%`,
      top: `${((box.y - view.y) / view.height) * 100}%`,
      width: `${(box.width / view.width) * 100}%`,
      height: `${(box.height / view.height) * 100}%`,
    };
  }
}

/** Labels beyond the frame stand close to it, and none on it. */
function outside(frame, x, y, size) {
  const beside = (at, low, length, gap) => (at < low ? low - gap : at > low + length ? low + length + gap : at);
  return { x: beside(x, frame.x, frame.width, 0.6 * size + 12), y: beside(y, frame.y, frame.height, 0.4 * size + 12) };
}

function around(points, border) {
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const x = Math.min(...xs) - border;
  const y = Math.min(...ys) - border;
  return { x, y, width: Math.max(...xs) + border - x, height: Math.max(...ys) + border - y };
}

export function grow(box, by) {
  return { x: box.x - by, y: box.y - by, width: box.width + 2 * by, height: box.height + 2 * by };
}

function union(a, b) {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}
