let offset = 0

/** The time now. Tests move it with `moveClock`; nobody else calls `new Date()` for "now". */
export const now = (): Date => new Date(Date.now() + offset)

/**
 * Moves the clock by `milliseconds` from the real time; 0 sets it right again.
 *
 * @internal for tests
 */
export function moveClock(milliseconds: number): void {
  offset = milliseconds
}
