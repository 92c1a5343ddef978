import { eq, inArray, sql } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { copy } from '#base/db/tables/copy.ts'
import { isUnsettledLoan, loan, type Reminder } from '#base/db/tables/loan.ts'
import { reminderMail } from '#base/db/tables/reminder-mail.ts'
import { now } from '#base/lib/clock.ts'
import type { SentMail, SentReminder } from './sent-reminder.schema.ts'

/** What notes a reminder behind those of a loan. */
const withReminder = (reminder: Reminder) => sql`${loan.reminders} || ${JSON.stringify([reminder])}::jsonb`

/** What forgets the reminders of a moment. */
const withoutReminders = (at: string) => sql`coalesce((
  select jsonb_agg(one order by position) from jsonb_array_elements(${loan.reminders}) with ordinality as all_of (one, position)
  where one ->> 'at' <> ${at}), '[]'::jsonb)`

/** Notes that borrowers were reminded of loans on paper. Returns the moment. */
export async function notePrinted(loanIds: readonly string[]): Promise<string> {
  const at = now().toISOString()
  await db
    .update(loan)
    .set({ reminders: withReminder({ kind: 'late', way: 'paper', at }) })
    .where(sql`${inArray(loan.id, [...loanIds])} and ${isUnsettledLoan}`)
  return at
}

/** Takes `notePrinted` back. */
export async function forgetPrinted(at: string): Promise<void> {
  await db
    .update(loan)
    .set({ reminders: withoutReminders(at) })
    .where(sql`${loan.reminders} @> ${JSON.stringify([{ at, way: 'paper' }])}::jsonb`)
}

/** Loans whose reminders are shown, at most. */
const MOST = 200

/** What a borrower was reminded of, the latest first: of the loans that still know them. */
export async function remindersOf(borrowerId: string): Promise<SentReminder[]> {
  const rows = await db
    .select({ title: book.title, reminders: loan.reminders })
    .from(loan)
    .innerJoin(copy, eq(copy.id, loan.copyId))
    .innerJoin(book, eq(book.id, copy.bookId))
    .where(sql`${eq(loan.borrowerId, borrowerId)} and ${loan.reminders} <> '[]'::jsonb`)
    .orderBy(sql`${loan.id} desc`)
    .limit(MOST)
  const all = rows.flatMap(({ title, reminders }) => reminders.map((one) => ({ ...one, title })))
  const together = Map.groupBy(all, ({ at, kind, way, mail = '' }) => `${at} ${kind} ${way} ${mail}`)
  const mails = await mailsOf(borrowerId)
  return [...together.values()]
    .flatMap((same) => {
      const [first] = same
      if (!first) return []
      const { at, kind, way, mail } = first
      return [
        {
          at: new Date(at),
          kind,
          way,
          titles: same.map(({ title }) => title),
          mail: (mail === undefined ? undefined : mails.get(mail)) ?? null,
        },
      ]
    })
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
}

/** What became of the mails to a borrower, by their ids. */
async function mailsOf(borrowerId: string): Promise<Map<string, SentMail>> {
  const rows = await db
    .select({
      id: reminderMail.id,
      state: reminderMail.state,
      email: reminderMail.email,
      problem: reminderMail.problem,
    })
    .from(reminderMail)
    .where(eq(reminderMail.borrowerId, borrowerId))
  return new Map(
    rows.map(({ id, state, email, problem }) => [
      id,
      { state: state === 'sending' ? 'waiting' : state, email: email ?? '', problem: problem ?? '' },
    ]),
  )
}
