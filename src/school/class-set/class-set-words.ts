import { formatDay, formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { ClassSet } from './class-set.schema.ts'

/** Who has a class set: the class, or the borrower. */
export const takerText = ({ name }: Pick<ClassSet, 'name'>): string => name ?? m.class_set_forgotten()

/** How much of a class set is back. */
export const backText = ({ out, total }: ClassSet): string =>
  m.class_set_back_of({ back: formatNumber(total - out), total: formatNumber(total) })

/** When a class set is due, or was. */
export function dueText({ dueOn, isLate }: ClassSet): string {
  if (dueOn === null) return m.class_set_all_back()
  const day = formatDay(dueOn)
  return isLate ? m.borrower_was_due({ day }) : m.borrower_due({ day })
}
