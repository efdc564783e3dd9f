/** Clocks that run here between what the server says of them. */

/** What a seat has left now. @param {any} clock @param {number} seat @param {number} now the server's time */
export function clockParts(clock, seat, now) {
  if (!clock) return null;
  const running = clock.running.includes(seat) && clock.since !== null;
  const spent = running ? Math.max(0, now - clock.since) : 0;
  const move = clock.move_left[seat];
  const reserve = clock.reserve_left[seat];
  const moveLeft = Math.max(0, move - spent);
  const reserveLeft = Math.max(0, reserve - Math.max(0, spent - move));
  return {
    move: moveLeft,
    reserve: reserveLeft,
    total: moveLeft + reserveLeft,
    running,
    both: clock.move_ms > 0 && clock.reserve_ms > 0,
  };
}

/** @param {NonNullable<ReturnType<typeof clockParts>>} parts */
export function clockWords(parts) {
  if (!parts.both) return timeWords(parts.total);
  return `${timeWords(parts.move)} + ${timeWords(parts.reserve)}`;
}

/** 1:05:00, 2:30, 0:09.4 */
export function timeWords(milliseconds) {
  if (milliseconds > 0 && milliseconds < 10000) return `0:0${(Math.floor(milliseconds / 100) / 10).toFixed(1)}`;
  const seconds = Math.floor(milliseconds / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

const two = (number) => String(number).padStart(2, "0");
