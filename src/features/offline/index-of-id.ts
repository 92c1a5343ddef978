import { beginningOf, withDashes } from '#lib/search/id-beginning.ts'

/**
 * The index of the only id that begins as the given one, or with which the given one begins; undefined for several or
 * none. The ids are sorted, and some of them are cut.
 */
export function indexOfId(ids: readonly string[], given: string): number | undefined {
  const digits = beginningOf(given)
  if (digits === undefined) return undefined
  const id = withDashes(digits)
  let [from, to] = [0, ids.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((ids[middle] ?? '') < id) from = middle + 1
    else to = middle
  }
  if (from > 0 && id.startsWith(ids[from - 1] ?? '-')) return from - 1
  const isOne = ids[from]?.startsWith(id) === true && ids[from + 1]?.startsWith(id) !== true
  return isOne ? from : undefined
}
