import { LEAST_DIGITS, TIME_DIGITS } from '#lib/search/id-beginning.ts'
import type { WireIds } from './catalogue-wire.ts'

/**
 * The ids of books in the order of `positions`, each cut as short as it is still told apart. `ids` are all ids as 32
 * hexadecimal digits, in their own order.
 */
export function shortIds(ids: readonly string[], positions: readonly number[]): WireIds {
  const timeOf: number[] = []
  const rest: string[] = []
  const times: string[] = []
  let last = 0
  for (const [at, id] of ids.entries()) {
    const length = Math.max(LEAST_DIGITS, 1 + Math.max(commonDigits(id, ids[at - 1]), commonDigits(id, ids[at + 1])))
    const time = Number.parseInt(id.slice(0, TIME_DIGITS), 16)
    if (at === 0 || time !== last) times.push((time - last).toString(36))
    last = time
    const position = positions[at] ?? 0
    timeOf[position] = times.length - 1
    rest[position] = id.slice(TIME_DIGITS, length)
  }
  return { times: times.join(','), timeOf: timeOf.join(','), rest: rest.join(',') }
}

function commonDigits(id: string, other: string | undefined): number {
  if (other === undefined) return 0
  let at = 0
  while (at < id.length && id[at] === other[at]) at += 1
  return at
}
