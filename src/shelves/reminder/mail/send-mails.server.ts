import { and, asc, eq, inArray, lte, ne, sql, type SQL } from 'drizzle-orm'
import { withLock } from '#base/db/background.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { librarySettings } from '#base/db/library-settings.server.ts'
import { loan } from '#base/db/tables/loan.ts'
import { reminderMail } from '#base/db/tables/reminder-mail.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { now } from '#base/lib/clock.ts'
import type { Logger } from '#base/lib/log.server.ts'
import { mailIn } from '#base/mail/mail.server.ts'
import { reachMailServer } from '#base/mail/reach-mail-server.server.ts'
import { findLoans, type LetterPerson } from '../letter-rows.server.ts'
import { composeReminder } from './compose-reminder.server.ts'
import { countedDay, kindOn, strongest, type ReminderKind } from './due-reminders.server.ts'
import { mailOutcome, type MailOutcome } from './mail-outcome.server.ts'
import { mailObstacle } from './mail-obstacle.server.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE
/** Milliseconds after which a mail that no server took is given up: what it says is old by then. */
const LIFETIME = 3 * DAY
/** Milliseconds until a mail is tried again, doubled with each try. */
const PAUSE = 15 * MINUTE

type Mail = typeof reminderMail.$inferSelect

/** A mail that goes out: to whom, about what. */
interface ReadyMail {
  mail: Mail
  person: LetterPerson & { email: string }
  kind: ReminderKind
}

/**
 * Sends the mails that wait, one after the other; one process at a time. A mail is noted as being sent before it is: one that a kill
 * has interrupted is `unsure`, and never sent again.
 */
export async function sendWaitingMails({ log, signal }: { log: Logger; signal: AbortSignal }): Promise<void> {
  const isUnended = inArray(reminderMail.state, ['waiting', 'sending'])
  const unended = await db.select({ id: reminderMail.id }).from(reminderMail).where(isUnended).limit(1)
  if (unended.length === 0) return
  await withLock(
    'reminder-mails',
    async () => {
      await db.update(reminderMail).set({ state: 'unsure', endedAt: now() }).where(eq(reminderMail.state, 'sending'))
      if ((await mailObstacle()) !== null) return
      let isReached = false
      while (!signal.aborted) {
        const [next] = await db
          .select()
          .from(reminderMail)
          .where(and(eq(reminderMail.state, 'waiting'), lte(reminderMail.nextTryAt, now())))
          .orderBy(asc(reminderMail.nextTryAt), asc(reminderMail.id))
          .limit(1)
        if (!next) return
        const unreached = isReached ? undefined : (await reachMailServer())?.reason
        if (unreached !== undefined) return putBack(next, { kind: 'server', problem: unreached })
        isReached = true
        if (!(await sendNext(next.id, log))) return
      }
    },
    { isWaiting: true },
  )
}

/** Sends a mail, or drops it where there is nothing to say any more. Returns whether the mail server takes more. */
async function sendNext(id: string, log: Logger): Promise<boolean> {
  const ready = await claimMail(id)
  if (!ready) return true
  const { person, kind } = ready
  try {
    await mailIn(person.language ?? ready.mail.language, () => composeReminder(person, kind))
  } catch (error) {
    const outcome = mailOutcome(error)
    log.warn({ mail: id, outcome: outcome.kind, problem: outcome.problem }, 'A reminder could not be sent')
    await putBack(ready.mail, outcome)
    return outcome.kind === 'refused' || outcome.kind === 'later'
  }
  await db.update(reminderMail).set({ state: 'sent', endedAt: now(), problem: null }).where(eq(reminderMail.id, id))
  return true
}

/**
 * Notes that a mail is being sent. Loans that are back, renewed or settled since it was queued, and what is no longer true of
 * today, leave it; undefined, and the mail is gone, where none or no address is left.
 */
const claimMail = (id: string): Promise<ReadyMail | undefined> =>
  db.transaction(async (tx) => {
    const [mail] = await tx
      .select()
      .from(reminderMail)
      .where(and(eq(reminderMail.id, id), eq(reminderMail.state, 'waiting')))
      .for('update')
    if (!mail) return undefined
    const isWanted = mail.isByHand || (await librarySettings()).reminderMails !== null
    const isMentioned = sql`${loan.reminders} @> ${JSON.stringify([{ mail: id }])}::jsonb`
    const mentioned = await tx
      .select()
      .from(loan)
      .where(and(eq(loan.borrowerId, mail.borrowerId), isMentioned))
      .orderBy(loan.id)
      .for('update')
    const today = libraryDay()
    const kept: { id: string; kind: ReminderKind }[] = []
    const stale: string[] = []
    for (const { id: loanId, dueOn, lostAt, returnedAt, settledAs, reminders } of mentioned) {
      const days = { dueOn, lostOn: lostAt && libraryDay(lostAt) }
      const note = reminders.find((one) => one.mail === id)
      const isTrue = note?.day === countedDay(days) && note.kind === kindOn(days, today)
      if (isWanted && returnedAt === null && settledAs === null && isTrue) kept.push({ id: loanId, kind: note.kind })
      else stale.push(loanId)
    }
    const person =
      kept.length === 0
        ? undefined
        : await findLoans(
            tx,
            kept.map((one) => one.id),
          )
    const email = person?.email ?? null
    if (!person || email === null) stale.push(...kept.map((one) => one.id))
    await forgetMails(tx, [id], inArray(loan.id, stale))
    if (!person || email === null) {
      await tx.delete(reminderMail).where(eq(reminderMail.id, id))
      return undefined
    }
    const [claimed] = await tx
      .update(reminderMail)
      .set({ state: 'sending', tries: mail.tries + 1, email })
      .where(eq(reminderMail.id, id))
      .returning()
    return claimed && { mail: claimed, person: { ...person, email }, kind: strongest(kept) }
  })

/** Takes mails from what some loans say of their reminders. */
const forgetMails = (tx: Pick<typeof db, 'update'>, mails: readonly string[], loans: SQL) =>
  tx
    .update(loan)
    .set({
      reminders: sql`coalesce((
        select jsonb_agg(one order by position) from jsonb_array_elements(${loan.reminders}) with ordinality as all_of (one, position)
        where not coalesce(one ->> 'mail' = any(${sql.param([...mails])}::text[]), false)), '[]'::jsonb)`,
    })
    .where(and(loans, ne(loan.reminders, [])))

/** Notes how a mail fared that the mail server did not take. */
async function putBack(mail: Mail, { kind, problem }: MailOutcome): Promise<void> {
  const at = now()
  const isOld = at.getTime() - mail.queuedAt.getTime() > LIFETIME
  const ended = kind === 'unsure' ? 'unsure' : kind === 'refused' || isOld ? 'failed' : undefined
  const pause = kind === 'later' ? PAUSE * 2 ** Math.min(mail.tries, 5) : PAUSE
  await db
    .update(reminderMail)
    .set(
      ended
        ? { state: ended, endedAt: at, problem }
        : { state: 'waiting', nextTryAt: new Date(at.getTime() + pause), problem },
    )
    .where(eq(reminderMail.id, mail.id))
}

/** Takes back the mails that managers have sent and that still wait. Returns how many. */
export const stopWaitingMails = (): Promise<number> =>
  db.transaction(async (tx) => {
    const stopped = await tx
      .delete(reminderMail)
      .where(and(eq(reminderMail.state, 'waiting'), eq(reminderMail.isByHand, true)))
      .returning({ id: reminderMail.id, borrowerId: reminderMail.borrowerId })
    if (stopped.length > 0)
      await forgetMails(
        tx,
        stopped.map(({ id }) => id),
        inArray(
          loan.borrowerId,
          stopped.map(({ borrowerId }) => borrowerId),
        ),
      )
    return stopped.length
  })
