/** What was planted of a kind and found, and the found pairs with a book of that kind that are right or wrong. */
export interface Tally {
  planted: number
  found: number
  right: number
  wrong: number
}

/** A line of the report. */
export function lineOf(kind: string, { planted, found, right, wrong }: Tally): string {
  const recall =
    planted === 0 ? 'must not be found' : `${found} of ${planted} found, recall ${(found / planted).toFixed(3)}`
  const precision = right + wrong === 0 ? '' : `, precision ${(right / (right + wrong)).toFixed(3)} (${wrong} wrong)`
  return `  ${kind.padEnd(17)} ${recall}${precision}`
}
