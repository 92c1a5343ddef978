import { formatDate, formatDay } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { conditionWord } from '#catalogue/book/copy-condition.words.ts'
import { borrowerText } from '#lending/desk/shared/borrower-text.ts'
import type { CopyRow } from './copy.schema.ts'

/** The state of a copy, or until when it is lent. */
export const stateText = ({ condition, dueOn }: CopyRow): string =>
  dueOn === null ? conditionWord(condition) : m.copy_lent_until({ day: formatDay(dueOn) })

/** Who has a copy, or owes it; empty for none. */
export const holderText = ({ borrower, group, isOwed }: CopyRow): string => {
  // A class set may be lent to a class as a whole.
  const person = borrower === null ? (group ?? '') : borrowerText(borrower, group)
  return isOwed ? m.copy_owed_by({ person }) : person
}

/** The day on which a copy was scanned last; empty for one that never was. */
export const seenText = ({ lastSeenAt }: CopyRow, timeZone: string): string =>
  lastSeenAt ? formatDate(lastSeenAt, timeZone) : ''
