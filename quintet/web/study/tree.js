/**
 * A tree of rounds: every line that was looked at, with comments and signs. The first child of a node is the main line.
 * As a list it is what quintet/games/variations.py keeps; what a move may be is never decided here.
 */

/**
 * @typedef {{parent: TreeNode | null, moves: [number, string][], told: any, sign: string, comment: string, marks: Record<string, string>, children: TreeNode[], number: number}} TreeNode
 * `told` is the round as lists show it, `number` tells nodes of one tree apart.
 */

/** As many as the server keeps. */
export const MOST = 10_000;

export class Tree {
  /** @param {{game: string, options?: any, start?: any, name?: string, nodes?: any[]}} study @param {any[]} [told] by node */
  constructor({ game, options = {}, start = null, name = "", nodes = [{}] }, told = []) {
    this.game = game;
    this.options = options;
    this.start = start;
    this.name = name;
    /** Grows with everything that changes. */
    this.version = 0;
    this.made = 0;
    /** How many nodes there are, the root among them. */
    this.size = 0;
    /** @type {TreeNode[]} */
    const made = [];
    for (const [index, { before = 0, moves = [], sign = "", comment = "", marks = {} }] of nodes.entries()) {
      const node = this.node(index ? made[before] : null, moves, told[index] ?? { moves: [] });
      made.push(Object.assign(node, { sign, comment, marks }));
    }
    this.root = made[0];
    /** The nodes in the order in which they were given. */
    this.given = made;
  }

  /** @param {TreeNode | null} parent @param {[number, string][]} moves @param {any} told @returns {TreeNode} */
  node(parent, moves, told) {
    const node = { parent, moves, told, sign: "", comment: "", marks: {}, children: [], number: this.made++ };
    parent?.children.push(node);
    this.size += 1;
    return node;
  }

  /** Go on with a round: one that is there already is not made twice. @param {TreeNode} parent @returns {TreeNode} */
  add(parent, moves, told) {
    const text = JSON.stringify(moves);
    const known = parent.children.find((child) => JSON.stringify(child.moves) === text);
    if (known) return Object.assign(known, { told });
    if (this.size >= MOST) throw new Error(`A study holds ${MOST.toLocaleString("en")} moves; delete some before you go on.`);
    this.version += 1;
    return this.node(parent, moves, told);
  }

  /** Every node from the first round to this one. @param {TreeNode} node */
  path(node) {
    const found = [];
    for (let at = node; at.parent; at = at.parent) found.push(at);
    return found.reverse();
  }

  /** The moves that lead to a node. @param {TreeNode} node @returns {[number, string][]} */
  moves(node) {
    return this.path(node).flatMap((at) => at.moves);
  }

  /** Where the main line from a node ends. @param {TreeNode} node */
  end(node) {
    let at = node;
    while (at.children.length) [at] = at.children;
    return at;
  }

  /** Where the variation begins that a node is in; null on the main line. @param {TreeNode} node */
  branch(node) {
    for (let at = node; at.parent; at = at.parent) if (at.parent.children[0] !== at) return at;
    return null;
  }

  /** The variation that a node is in becomes the main line of where it branched off. @param {TreeNode} node */
  promote(node) {
    const first = this.branch(node);
    if (!first?.parent) return false;
    const { children } = first.parent;
    children.splice(children.indexOf(first), 1);
    children.unshift(first);
    this.version += 1;
    return true;
  }

  /** Delete a node with all that follows; what is shown then is the one before it. @param {TreeNode} node @returns {TreeNode} */
  remove(node) {
    const { parent } = node;
    if (!parent) return node;
    parent.children.splice(parent.children.indexOf(node), 1);
    this.size -= this.below(node).length;
    this.version += 1;
    return parent;
  }

  /** @param {TreeNode} node @param {{sign?: string, comment?: string, marks?: Record<string, string>}} notes */
  annotate(node, notes) {
    Object.assign(node, notes);
    this.version += 1;
  }

  /** A node and everything that follows it, main lines first. @param {TreeNode} node @returns {TreeNode[]} */
  below(node) {
    const [found, rest] = [[], [node]];
    for (let at = rest.pop(); at; at = rest.pop()) {
      found.push(at);
      for (let index = at.children.length - 1; index >= 0; index -= 1) rest.push(at.children[index]);
    }
    return found;
  }

  /** The tree as it is kept. */
  study() {
    const all = this.below(this.root);
    const places = new Map(all.map((node, index) => [node, index]));
    return {
      game: this.game,
      options: this.options,
      ...(this.start === null ? {} : { start: this.start }),
      name: this.name,
      // What a node does not have is left out: ten thousand of them are a message that the server takes.
      nodes: all.map(({ parent, moves, sign, comment, marks }) => ({
        ...(parent ? { before: places.get(parent), moves } : {}),
        ...(sign && { sign }),
        ...(comment && { comment }),
        ...(Object.keys(marks).length ? { marks } : {}),
      })),
    };
  }
}
