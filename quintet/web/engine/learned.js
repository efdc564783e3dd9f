/** What an engine has learned, from its file into the module's memory. engine/wasm/manifest.py says how the file is written. */

/** @typedef {{at: number, width: number, count: number, rows: number, places: number}} Plane */

const KINDS = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array };

/**
 * Put everything in its place.
 * @param {Uint8Array} learned the file, unpacked @param {Plane[]} planes @param {ArrayBuffer} memory @param {number} work where the scratch begins
 * @returns {boolean} is the file complete, and nothing left over?
 */
export function unfold(learned, planes, memory, work) {
  let from = 0;

  /** The file has the lowest bytes of all numbers first, then the next. */
  function gather(bytes, width, count) {
    for (let byte = 0; byte < width; byte++, from += count)
      for (let item = 0, to = byte; item < count; item++, to += width) bytes[to] = learned[from + item];
  }

  /** Numbers that are written as their differences from those so many places before them. */
  function sums(width, count, back) {
    const numbers = new KINDS[width](count);
    gather(new Uint8Array(numbers.buffer), width, count);
    for (let item = 0; item < count; item++) {
      const difference = (numbers[item] >>> 1) ^ -(numbers[item] & 1);
      numbers[item] = difference + (item < back ? 0 : numbers[item - back]);
    }
    return numbers;
  }

  for (const { at, width, count, rows, places } of planes) {
    if (!places) {
      gather(new Uint8Array(memory, work + at, width * count), width, count);
      continue;
    }
    const place = sums(4, places, 1);
    const numbers = sums(width, rows * count, count);
    const whole = new KINDS[width](memory, work + at, rows * places);
    for (let row = 0; row < rows; row++)
      for (let item = 0; item < places; item++) whole[row * places + item] = numbers[row * count + place[item]];
  }
  return from === learned.length;
}
