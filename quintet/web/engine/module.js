/** A game's engine in this browser: a module, its memory, and the records that lie there. It knows no game. */

import { unfold } from "./learned.js";

const FORMAT = 2;
const PAGE = 65536;
/** For what the compiled code keeps between its calls; it uses a few thousand bytes of it. */
const STACK = 1 << 20;
export const FOREVER = 2n ** 62n;
export const THINK = 0;
export const STUDY = 1;

/** What cannot be done here: whoever asked may ask the server instead. */
export class UnableError extends Error {}

/**
 * @typedef {[at: number, type: string, count: number]} Field
 * @typedef {{size: number, fields: Record<string, Field>}} Layout
 * @typedef {{format: number, sources: string, data: number, state: number, work: number, request: Layout, answer: Layout,
 *   module: string, knowledge: string, planes: import("./learned.js").Plane[]}} Manifest
 */

/** A record in memory, read and written by the names of its fields. */
class RecordView {
  /** @param {ArrayBuffer} memory @param {number} at @param {Layout} layout */
  constructor(memory, at, layout) {
    this.at = at;
    this.layout = layout;
    /** @type {Record<string, any>} */
    this.fields = {};
    for (const [name, [start, type, count]] of Object.entries(layout.fields)) {
      const kind = { i8: BigInt64Array, u8: BigUint64Array, f8: Float64Array }[type];
      if (!kind) throw new UnableError(`The engine's files hold numbers of an unknown kind: ${type}.`);
      this.fields[name] = new kind(memory, at + start, count);
    }
  }

  /** The numbers of a field. @returns {any} */
  all(name) {
    const field = this.fields[name];
    if (!field) throw new UnableError(`The engine's files have no field ${name}.`);
    return field;
  }

  /** Its only number, as JavaScript counts. @returns {number} */
  get(name) {
    return Number(this.all(name)[0]);
  }

  set(name, value) {
    const field = this.all(name);
    field[0] = field instanceof Float64Array ? Number(value) : BigInt(value);
  }
}

export class Engine {
  /**
   * @param {Manifest} manifest @param {WebAssembly.Module} module
   * @param {Uint8Array | null} learned what the engine has learned, as its file holds it unpacked
   */
  constructor(manifest, module, learned) {
    if (manifest.format !== FORMAT) throw new UnableError("The engine's files are of another version of this page.");
    this.manifest = manifest;
    let end = manifest.data + STACK;
    const stack = (end = aligned(end));
    const place = (size) => {
      const at = end;
      end = aligned(end + size);
      return at;
    };
    const places = [manifest.state, manifest.request.size, manifest.answer.size, manifest.work].map(place);
    this.memory = reserve(end);
    this.bytes = new Uint8Array(this.memory.buffer);
    this.state = places[0];
    this.request = new RecordView(this.memory.buffer, places[1], manifest.request);
    this.answer = new RecordView(this.memory.buffer, places[2], manifest.answer);
    const clock = new DataView(this.memory.buffer);
    const env = {
      __linear_memory: this.memory,
      __stack_pointer: new WebAssembly.Global({ value: "i32", mutable: true }, stack),
      clock_gettime: (_kind, at) => {
        const now = performance.now();
        clock.setBigInt64(at, BigInt(Math.floor(now / 1000)), true);
        clock.setBigInt64(at + 8, BigInt(Math.floor((now % 1000) * 1e6)), true);
        return 0;
      },
    };
    const { analyse } = /** @type {any} */ (new WebAssembly.Instance(module, { env }).exports);
    this.call = () => analyse(...places) !== 0n;
    if (learned && !unfold(learned, manifest.planes, this.memory.buffer, places[3]))
      throw new UnableError("What the engine has learned is not complete.");
  }

  /**
   * Begin with a position.
   * @param {Uint8Array} state @param {Record<string, any>} request by the names of its fields; what is left out is 0
   */
  begin(state, request) {
    if (state.length !== this.manifest.state) throw new UnableError("The engine does not know such a position.");
    this.bytes.set(state, this.state);
    for (const { at, layout } of [this.request, this.answer]) this.bytes.fill(0, at, at + layout.size);
    for (const [name, value] of Object.entries(request)) {
      if (!Array.isArray(value)) this.request.set(name, value);
      else value.forEach((one, index) => (this.request.all(name)[index] = BigInt(one)));
    }
  }

  /** One step; is there more to learn? */
  step() {
    return this.call();
  }
}

const aligned = (number) => Math.ceil(number / 64) * 64;

function reserve(bytes) {
  try {
    const pages = Math.ceil(bytes / PAGE);
    return new WebAssembly.Memory({ initial: pages, maximum: pages });
  } catch {
    throw new UnableError("The browser has no memory left for the engine.");
  }
}
