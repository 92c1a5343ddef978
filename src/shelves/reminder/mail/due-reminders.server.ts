import type { Reminder } from '#base/db/tables/loan.ts'
import { dayAfter } from '#base/lib/day-start.ts'

/** Days before the due day on which a borrower is reminded. */
export const DAYS_BEFORE = 3
/** Days after the due day, and then between two mails about late books. */
const WEEK = 7
/** Mails about a late or lost book that the job sends. */
const MOST = 3

export type ReminderKind = Reminder['kind']

/** A loan, as far as it decides whether its borrower is reminded. */
export interface RemindedLoan {
  id: string
  dueOn: string
  /** The day on which it was lent, in the library. */
  lentOn: string
  lostOn: string | null
  reminders: readonly Reminder[]
}

/** A loan of which a mail reminds: why, and about which day. */
export interface NotedLoan {
  id: string
  kind: ReminderKind
  day: string
}

/** The day from which the reminders of a loan count: that on which it was due, or was said to be lost. */
export const countedDay = ({ dueOn, lostOn }: Pick<RemindedLoan, 'dueOn' | 'lostOn'>): string => lostOn ?? dueOn

/** What a loan is on a day: lost or late, due, or due later. */
export function kindOn(loan: Pick<RemindedLoan, 'dueOn' | 'lostOn'>, today: string): ReminderKind {
  if (loan.lostOn !== null || loan.dueOn < today) return 'late'
  return loan.dueOn === today ? 'due' : 'before'
}

const ORDER: readonly ReminderKind[] = ['late', 'due', 'before']

/** What a mail about several loans is about: what is late, else what is due today, else what is due soon. */
export const strongest = (loans: readonly Pick<NotedLoan, 'kind'>[]): ReminderKind =>
  ORDER.find((kind) => loans.some((loan) => loan.kind === kind)) ?? 'before'

/** Mails of a kind about a loan, for the day that counts now: a renewed loan begins anew. */
const mailsOf = (loan: RemindedLoan, kind: ReminderKind) =>
  loan.reminders.filter((one) => one.kind === kind && one.way === 'mail' && one.day === countedDay(loan))

interface Today {
  today: string
  /** The last due day of which is reminded before it comes: what falls on closed days is said on the last open one. */
  horizon: string
  /** The first day of lateness that the job cares for by itself. */
  since: string
  /** The day of a moment, in the library. */
  dayOf: (at: Date) => string
}

/**
 * Of which unsettled loans of a borrower the job reminds on a day, in one mail; none if it does not. Three days before, on the day,
 * then a week after it and weekly, three times at most. Mails about late books are a week apart for all of a borrower's books, and
 * a printed letter counts as one.
 */
export function dueReminders(loans: readonly RemindedLoan[], day: Today): NotedLoan[] {
  const { today } = day
  const kinds = Map.groupBy(loans, (loan) => kindOn(loan, today))
  const noted = (kind: ReminderKind, isChosen: (loan: RemindedLoan) => boolean): NotedLoan[] =>
    (kinds.get(kind) ?? []).filter(isChosen).map((loan) => ({ id: loan.id, kind, day: countedDay(loan) }))
  const late = isLateMailDue(kinds.get('late') ?? [], day) ? noted('late', (loan) => isLeft(loan, day)) : []
  const due = noted('due', (loan) => loan.lentOn < today && mailsOf(loan, 'due').length === 0)
  const soon = noted(
    'before',
    (loan) =>
      loan.dueOn <= day.horizon &&
      // What is lent for three days or less needs no word before.
      dayAfter(loan.lentOn, DAYS_BEFORE) < loan.dueOn &&
      loan.lentOn < today &&
      mailsOf(loan, 'before').length === 0,
  )
  return [...late, ...due, ...soon]
}

/** Whether the job may send another mail about a late loan. */
const isLeft = (loan: RemindedLoan, { since }: Today): boolean => {
  const sent = mailsOf(loan, 'late').length
  return sent < MOST && (countedDay(loan) >= since || sent > 0)
}

function isLateMailDue(late: readonly RemindedLoan[], day: Today): boolean {
  const reminded = late.flatMap(({ reminders }) =>
    reminders.filter(({ kind }) => kind === 'late').map(({ at }) => day.dayOf(new Date(at))),
  )
  const weekAgo = dayAfter(day.today, -WEEK)
  return (
    reminded.every((one) => one <= weekAgo) && late.some((loan) => isLeft(loan, day) && countedDay(loan) <= weekAgo)
  )
}
