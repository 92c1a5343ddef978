import { db } from '#base/db/connection/client.server.ts'
import { inForce } from '#base/env/in-force.server.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { formatDay, formatNearDay, formatNumber } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { directionOf, getLocale, type Locale } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { withLocale } from '#base/i18n/request-locale.server.ts'
import { findLate, type LetterLoan, type LetterPerson } from './letter-rows.server.ts'
import type { Letter, LetterBook, LettersInput } from './reminder.schema.ts'

/**
 * A slip or a letter for everybody with a book that is late, or lost and owed, by class and name: each whole in its language,
 * which is that of `input`, else the borrower's, the group's, that of the page.
 */
export async function writeLetters(input: LettersInput): Promise<Letter[]> {
  const people = await findLate(db, input)
  const page = getLocale()
  return people.map((person) => {
    const language = input.language ?? person.language ?? page
    const kind = input.form === 'group' ? person.reminders : input.form
    return withLocale(language, () => letterOf(person, kind, language))
  })
}

function letterOf(person: LetterPerson, kind: Letter['kind'], language: Locale): Letter {
  const { id, name, group, card, loans } = person
  return {
    borrowerId: id,
    kind,
    language,
    direction: directionOf(language),
    day: formatDay(libraryDay()),
    name,
    group: group ?? '',
    mark: markOf(person),
    card: m.desk_card({ number: isolated(card) }),
    books: loans.map(letterBookOf),
    words: wordsOf(person, kind),
  }
}

/** What tells two of one name in one class apart; empty where it is not needed. */
function markOf({ hasTwin, schoolNumber, card }: LetterPerson): string {
  if (!hasTwin) return ''
  return schoolNumber === '' ? m.desk_card({ number: card }) : m.desk_school_number({ number: schoolNumber })
}

/** A book of a letter or a mail, in the current language. */
export function letterBookOf({ id, title, author, number, copies, price, dueOn, lostOn }: LetterLoan): LetterBook {
  return {
    loanId: id,
    title,
    author,
    number: copies === null ? number : m.class_set_late({ count: copies, shown: formatNumber(copies) }),
    state: stateOf(dueOn, lostOn),
    isLost: lostOn !== null,
    price,
  }
}

const counted = (count: number) => ({ count, shown: formatNumber(count) })

function stateOf(dueOn: string, lostOn: string | null): string {
  if (lostOn !== null) return m.letter_lost_on({ day: formatNearDay(lostOn) })
  const today = libraryDay()
  if (dueOn === today) return m.reminder_mail_due_today()
  return dueOn < today
    ? m.borrower_was_due({ day: formatNearDay(dueOn) })
    : m.borrower_due({ day: formatNearDay(dueOn) })
}

/** To whom a letter or a mail is, in the current language: to the family of who is in a class. */
export const addresseeOf = ({ name, group, kind }: LetterPerson): string =>
  kind === 'class' && group !== null
    ? m.letter_family({ name: isolated(name), group: isolated(group) })
    : m.letter_to({ name: isolated(name) })

/** What is asked for in a letter or a mail about late and lost books, in the current language. */
export function lateRequest(loans: readonly LetterLoan[]): string {
  const today = libraryDay()
  const lost = loans.filter(({ lostOn }) => lostOn !== null).length
  const late = loans.filter(({ lostOn, dueOn }) => lostOn === null && dueOn < today).length
  return [
    ...(late > 0 ? [m.letter_late(counted(late))] : []),
    ...(lost > 0 ? [m.letter_lost(counted(lost))] : []),
  ].join(' ')
}

function wordsOf(person: LetterPerson, kind: Letter['kind']): Letter['words'] {
  const { loans } = person
  const lost = loans.filter(({ lostOn }) => lostOn !== null).length
  const late = loans.length - lost
  const isPriced = loans.some(({ price }) => price !== '')
  const request =
    kind === 'slip'
      ? [...(late > 0 ? [m.letter_slip_late()] : []), ...(lost > 0 ? [m.letter_slip_lost()] : [])].join(' ')
      : lateRequest(loans)
  const note = isPriced ? m.letter_price_note() : m.letter_lost_note()
  return {
    heading: m.letter_heading(),
    addressee: addresseeOf(person),
    greeting: m.letter_greeting(),
    request,
    book: m.hold_book(),
    number: m.copy_number(),
    state: m.letter_state(),
    price: m.letter_price(),
    note: kind === 'slip' ? (lost > 0 ? '' : note) : `${note} ${m.letter_crossed()}`,
    regards: m.letter_regards(),
    library: inForce().name ?? m.letter_library(),
  }
}
