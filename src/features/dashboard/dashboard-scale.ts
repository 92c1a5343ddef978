/** So many times the next lower value makes a bar that would leave the others flat. */
const TOWERING = 4
/** Bars that may tower: an import that goes on into the next month has two. */
const MOST_TOWERS = 2
/** How much higher than the rest a bar is drawn that is cut. */
const HEADROOM = 1.5

/**
 * The value at which a bar chart ends, so that one or two values far above all others (an import among months of daily
 * work) do not flatten the rest: above it, bars are cut. Without such values it is the highest, and at least 1.
 */
export function scaleOf(values: readonly number[]): number {
  const falling = values.toSorted((a, b) => b - a)
  for (let towers = MOST_TOWERS; towers > 0; towers--) {
    const [lowest = 0, next = 0] = falling.slice(towers - 1, towers + 1)
    if (next > 0 && lowest > TOWERING * next) return next * HEADROOM
  }
  return Math.max(1, ...values)
}
