let offset = 0

/** The current time, used instead of `new Date()` so that tests can move it with `moveClock`. */
export const now = (): Date => new Date(Date.now() + offset)

/**
 * Moves the clock by `milliseconds` from the real time; 0 resets it.
 *
 * @internal for tests
 */
export function moveClock(milliseconds: number): void {
  offset = milliseconds
}
