/** Can this browser run the engine? Asked before anything of it is loaded. */

/** A function that needs SIMD: the youngest thing that modules are made of. */
const PROBE = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

export function able() {
  try {
    return typeof Worker === "function" && "DecompressionStream" in globalThis && WebAssembly.validate(new Uint8Array(PROBE));
  } catch {
    return false;
  }
}
