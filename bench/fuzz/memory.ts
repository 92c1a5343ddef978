/** Megabytes that memory may grow by between the middle and the last third of a run. */
const MOST_GROWTH = 60

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** What is wrong with a series of resident memory in MB: it still grows after the first third; undefined if it doesn't. */
export function growthOf(series: readonly number[]): string | undefined {
  if (series.length < 9) return undefined
  const third = Math.floor(series.length / 3)
  const [middle, last] = [median(series.slice(third, 2 * third)), median(series.slice(2 * third))]
  if (last - middle <= MOST_GROWTH) return undefined
  return `memory grows: ${middle} MB in the middle third of the run, ${last} MB in the last (at most ${MOST_GROWTH} MB more)`
}
