import { m } from '#i18n/paraglide/messages.js'
import { typed } from '#i18n/typed.ts'
import type { Copies } from './copies.schema.ts'

type Problem = NonNullable<Copies['problem']>

const PROBLEMS: Record<Problem, (folder: string) => string> = {
  absent: (folder) => m.copies_absent({ folder }),
  other_drive: (folder) => m.copies_other_drive({ folder }),
  other_library: (folder) => m.copies_other_library({ folder }),
  read_only: (folder) => m.copies_read_only({ folder }),
  forbidden: (folder) => m.copies_forbidden({ folder }),
  no_room: (folder) => m.copies_no_room({ folder }),
  failed: (folder) => m.copies_broken({ folder }),
}

/** Where copies go or why they do not, and how new the newest is; `instant` words a time. */
export function copiesText({ folder, newestAt, problem, isOld }: Copies, instant: (at: Date) => string): string {
  const path = typed(folder)
  const first = problem === null ? m.copies_good({ folder: path }) : PROBLEMS[problem](path)
  const newest = newestAt ? m.copies_newest({ at: instant(newestAt) }) : m.copies_first()
  return [first, newest, ...(isOld ? [m.copies_old()] : [])].join(' ')
}

const REFUSALS: Record<'absent' | 'not_absolute' | 'not_folder' | 'inside' | 'no_room', () => string> = {
  absent: m.copies_missing,
  not_absolute: m.copies_not_absolute,
  not_folder: m.copies_not_folder,
  inside: m.copies_inside,
  no_room: m.copies_small,
}

/** Why a folder is not taken. */
export const copyRefusal = (problem: Problem | keyof typeof REFUSALS, folder: string): string =>
  isRefusal(problem) ? REFUSALS[problem]() : PROBLEMS[problem](typed(folder))

const isRefusal = (problem: string): problem is keyof typeof REFUSALS => Object.hasOwn(REFUSALS, problem)
