import { sorted } from '#base/lib/search/sorted.ts'

/** A value so many times the next lower one would flatten the other bars. */
const OUTLIER_RATIO = 4
/** Maximum number of bars that are cut off: an import may extend into the next month. */
const MAX_OUTLIERS = 2
/** Height of a cut bar relative to the highest bar that is not cut. */
const HEADROOM = 1.5

/**
 * Maximum of a bar chart's scale. One or two values far above all others (an import among months of daily work) are cut
 * off, so that they do not flatten the rest; otherwise the highest value, at least 1.
 */
export function scaleOf(values: readonly number[]): number {
  const falling = sorted(values, (a, b) => b - a)
  for (let outliers = MAX_OUTLIERS; outliers > 0; outliers--) {
    const [lowest = 0, next = 0] = falling.slice(outliers - 1, outliers + 1)
    if (next > 0 && lowest > OUTLIER_RATIO * next) return next * HEADROOM
  }
  return Math.max(1, ...values)
}
