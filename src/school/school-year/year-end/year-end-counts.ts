import type { NextClass } from './next-class.ts'
import type { YearEndClass } from './year-end.schema.ts'

/** Who repeats, by id, with the class that they stay in. */
export type Repeats = ReadonlyMap<string, { groupId: string; isOwing: boolean }>

export interface YearEndCounts {
  moved: number
  /** Who repeats, and who is in a class that stays. */
  stayed: number
  trashed: number
  left: number
}

/** How many borrowers of a class stay although the class goes on. */
export const repeatersOf = (repeats: Repeats, groupId: string): number =>
  [...repeats.values()].filter((one) => one.groupId === groupId).length

/** What a year end would do with how many borrowers. */
export function countYearEnd(
  classes: readonly YearEndClass[],
  nextOf: (one: YearEndClass) => NextClass,
  repeats: Repeats,
): YearEndCounts {
  const counts = { moved: 0, stayed: 0, trashed: 0, left: 0 }
  for (const one of classes) {
    const next = nextOf(one)
    const staying = [...repeats.values()].filter(({ groupId }) => groupId === one.id)
    const going = one.pupils - staying.length
    if (next === 'stay') counts.stayed += one.pupils
    else {
      counts.stayed += staying.length
      if (next === 'leave') {
        const owing = one.owing - staying.filter(({ isOwing }) => isOwing).length
        // Who is among those who left and owe stays there until nothing is owed.
        if (one.kind === 'class') counts.left += owing
        else counts.stayed += owing
        counts.trashed += going - owing
      } else counts.moved += going
    }
  }
  return counts
}
