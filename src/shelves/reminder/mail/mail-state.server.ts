import { and, desc, eq, gte, inArray, sql } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { librarySettings } from '#base/db/library-settings.server.ts'
import { borrower } from '#base/db/tables/borrower.ts'
import { reminderMail } from '#base/db/tables/reminder-mail.ts'
import { inForce } from '#base/env/in-force.server.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { getLocale } from '#base/i18n/locale.ts'
import { now } from '#base/lib/clock.ts'
import { dayStart } from '#base/lib/day-start.ts'
import type { OverdueFilter } from '#lending/loan/overdue/overdue.schema.ts'
import { findDue, findLate, findMailable } from '../letter-rows.server.ts'
import { countedDay, kindOn } from './due-reminders.server.ts'
import { mailObstacle } from './mail-obstacle.server.ts'
import type { FailedMail, MailsState, ReminderJob } from './mail.schema.ts'
import { mailDay, mailedToday, remindedLoans } from './queue-mails.server.ts'

const WEEK = 7 * 86_400_000
/** Mails that did not arrive which are shown, at most. */
const MOST = 50

/** To whom of a list of letters mails go, and what became of those that were sent. */
export async function mailsState(filter: OverdueFilter): Promise<MailsState> {
  const people = await findLate(db, filter)
  const reachable = people.filter(({ email }) => email !== null)
  const already = await mailedToday(
    db,
    reachable.map(({ id }) => id),
  )
  const dayBegan = dayStart(libraryDay(), inForce().timeZone)
  const isWaiting = sql`${reminderMail.state} in ('waiting', 'sending')`
  const [counts] = await db
    .select({
      waiting: sql<number>`count(*) filter (where ${isWaiting})::int`,
      stoppable: sql<number>`count(*) filter (where ${reminderMail.state} = 'waiting' and ${reminderMail.isByHand})::int`,
      sentToday: sql<number>`count(*) filter (where ${reminderMail.state} = 'sent' and ${gte(reminderMail.endedAt, dayBegan)})::int`,
    })
    .from(reminderMail)
  return {
    obstacle: await mailObstacle(),
    ready: reachable.length - already.size,
    withoutAddress: people.length - reachable.length,
    hadToday: already.size,
    waiting: counts?.waiting ?? 0,
    stoppable: counts?.stoppable ?? 0,
    sentToday: counts?.sentToday ?? 0,
    failed: await failedMails(),
  }
}

async function failedMails(): Promise<FailedMail[]> {
  const rows = await db
    .select({
      id: reminderMail.id,
      borrowerId: borrower.id,
      name: borrower.name,
      state: reminderMail.state,
      email: reminderMail.email,
      problem: reminderMail.problem,
    })
    .from(reminderMail)
    .innerJoin(borrower, eq(borrower.id, reminderMail.borrowerId))
    .where(
      and(
        inArray(reminderMail.state, ['failed', 'unsure']),
        gte(reminderMail.endedAt, new Date(now().getTime() - WEEK)),
      ),
    )
    .orderBy(desc(reminderMail.endedAt), desc(reminderMail.id))
    .limit(MOST)
  return rows.map(({ state, email, problem, ...row }) => ({
    ...row,
    state: state === 'unsure' ? 'unsure' : 'failed',
    email: email ?? '',
    problem: problem ?? '',
  }))
}

/** What the job that reminds would do today, were it switched on now, or does. */
export async function reminderJobState(): Promise<ReminderJob> {
  const today = libraryDay()
  const { reminderMails } = await librarySettings()
  const { since } = reminderMails ?? { since: today, language: getLocale() }
  const day = await mailDay()
  const ids = await findMailable(db, day?.horizon ?? today)
  const people = (await findDue(db, ids, day?.horizon ?? today)).filter(({ email }) => email !== null)
  const already = await mailedToday(
    db,
    people.map(({ id }) => id),
  )
  const first = day
    ? people.filter((one) => !already.has(one.id) && remindedLoans(one, day, since).length > 0).length
    : 0
  const old = people.filter(({ loans }) =>
    loans.some(
      (loan) =>
        kindOn(loan, today) === 'late' &&
        countedDay(loan) < since &&
        !loan.reminders.some(
          ({ kind, way, day: about }) => kind === 'late' && way === 'mail' && about === countedDay(loan),
        ),
    ),
  ).length
  return { obstacle: await mailObstacle(), today, first, old }
}
