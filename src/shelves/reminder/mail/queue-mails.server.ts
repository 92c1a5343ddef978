import { and, gte, inArray, isNull, sql } from 'drizzle-orm'
import { closingFrom, firstOpenDay } from '#lending/loan/shared/due-day.server.ts'
import { db, type Queryable } from '#base/db/connection/client.server.ts'
import { loan, type Reminder } from '#base/db/tables/loan.ts'
import { reminderMail } from '#base/db/tables/reminder-mail.ts'
import { inForce } from '#base/env/in-force.server.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import type { Locale } from '#base/i18n/locale.ts'
import { now } from '#base/lib/clock.ts'
import { dayAfter, dayStart } from '#base/lib/day-start.ts'
import { newId } from '#base/lib/id.ts'
import { findDue, findLate, findMailable, type LetterPerson } from '../letter-rows.server.ts'
import type { OverdueFilter } from '#lending/loan/overdue/overdue.schema.ts'
import { countedDay, DAYS_BEFORE, dueReminders, type NotedLoan } from './due-reminders.server.ts'

/** Borrowers whose loans are locked at a time. */
const CHUNK = 100

/** A day on which the library is open, and of which due days the job reminds on it. */
export interface MailDay {
  today: string
  horizon: string
}

/** What the job does today; undefined on a day on which the library is closed. */
export async function mailDay(): Promise<MailDay | undefined> {
  const today = libraryDay()
  const closing = await closingFrom(db, today)
  if (firstOpenDay(closing, today) !== today) return undefined
  return { today, horizon: dayAfter(firstOpenDay(closing, dayAfter(today)), DAYS_BEFORE - 1) }
}

const withDays = (person: LetterPerson) => person.loans.map((one) => ({ ...one, lentOn: libraryDay(one.lentAt) }))

/** Of what the job reminds a person on a day. */
export const remindedLoans = (person: LetterPerson, day: MailDay, since: string): NotedLoan[] =>
  person.email === null ? [] : dueReminders(withDays(person), { ...day, since, dayOf: libraryDay })

/** Queues the mails that the job sends on a day: one a borrower. Returns how many. */
export async function queueDueMails(day: MailDay, { since, language }: { since: string; language: Locale }) {
  return queueInChunks(await findMailable(db, day.horizon), async (tx, ids) => {
    const people = await findDue(tx, ids, day.horizon)
    return queueFor(tx, people, (person) => remindedLoans(person, day, since), { language, isByHand: false })
  })
}

/** Queues a mail to each who has an address among those with letters about late and lost books. Returns how many. */
export async function queueLateMails(filter: OverdueFilter, language: Locale): Promise<number> {
  const ids = (await findLate(db, filter)).filter(({ email }) => email !== null).map(({ id }) => id)
  return queueInChunks(ids, async (tx, some) => {
    const chosen = new Set(some)
    const people = (await findLate(tx, filter)).filter(({ id, email }) => email !== null && chosen.has(id))
    return queueFor(tx, people, lateLoans, { language, isByHand: true })
  })
}

const lateLoans = ({ loans }: LetterPerson): NotedLoan[] =>
  loans.map((one) => ({ id: one.id, kind: 'late', day: countedDay(one) }))

type Chunk = (tx: Queryable, ids: readonly string[]) => Promise<number>

/** Locks the unsettled loans of some borrowers at a time, so that what is noted in them was true. */
async function queueInChunks(ids: readonly string[], queue: Chunk): Promise<number> {
  let count = 0
  for (let at = 0; at < ids.length; at += CHUNK) {
    const some = ids.slice(at, at + CHUNK)
    count += await db.transaction(async (tx) => {
      await tx
        .select({ id: loan.id })
        .from(loan)
        .where(and(inArray(loan.borrowerId, some), isNull(loan.returnedAt), isNull(loan.settledAs)))
        .orderBy(loan.id)
        .for('update')
      return queue(tx, some)
    })
  }
  return count
}

/** The borrowers of some who were sent a mail today, or for whom one waits. */
export async function mailedToday(on: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const rows = await on
    .select({ id: reminderMail.borrowerId })
    .from(reminderMail)
    .where(
      and(
        inArray(reminderMail.borrowerId, [...ids]),
        sql`(${gte(reminderMail.queuedAt, dayStart(libraryDay(), inForce().timeZone))} or ${reminderMail.state} in ('waiting', 'sending'))`,
      ),
    )
  return new Set(rows.map(({ id }) => id))
}

/** Notes in the loans of each person what they are reminded of, with a mail that waits; one a day. Returns how many. */
async function queueFor(
  tx: Queryable,
  people: readonly LetterPerson[],
  choose: (person: LetterPerson) => NotedLoan[],
  common: { language: Locale; isByHand: boolean },
): Promise<number> {
  const already = await mailedToday(
    tx,
    people.map(({ id }) => id),
  )
  const at = now()
  const mails: (typeof reminderMail.$inferInsert)[] = []
  const notes: { id: string; reminder: Reminder }[] = []
  for (const person of people) {
    const noted = already.has(person.id) ? [] : choose(person)
    if (noted.length === 0) continue
    const mail = newId()
    mails.push({ id: mail, borrowerId: person.id, ...common, queuedAt: at, nextTryAt: at })
    for (const { id, kind, day } of noted) {
      const reminder: Reminder = { kind, way: 'mail', at: at.toISOString(), day, mail }
      const ids = person.loans.find((one) => one.id === id)?.ids ?? [id]
      notes.push(...ids.map((each) => ({ id: each, reminder })))
    }
  }
  if (mails.length === 0) return 0
  await tx.insert(reminderMail).values(mails)
  await tx.execute(sql`
    update loan set reminders = loan.reminders || noted.reminder
    from jsonb_to_recordset(${JSON.stringify(notes)}::jsonb) as noted (id uuid, reminder jsonb)
    where loan.id = noted.id`)
  return mails.length
}
