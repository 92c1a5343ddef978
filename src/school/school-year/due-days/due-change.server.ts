import { and, desc, eq, inArray, isNull, lt, sql, type SQL } from 'drizzle-orm'
import { setActor, type ActingUser, type Transaction } from '#base/db/actor.server.ts'
import { db, readDb, type Queryable } from '#base/db/connection/client.server.ts'
import { retryTransaction } from '#base/db/connection/retry-transaction.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { dueChange, dueChangeRow, type DueOperation } from '#base/db/tables/school-year.ts'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { hasAccess } from '#base/rpc/procedure.server.ts'
import type { Activity, ActivityEntry } from '#kit/activity/activity.schema.ts'
import type { DueChange, DueMove } from './due-days.schema.ts'

type Kind = DueOperation['kind']

/** By the kind of an operation: the actions of making it and of taking it back. */
const ACTIONS = {
  day: { made: 'borrower.bulk-due-days', undone: 'borrower.undo-bulk-due-days' },
  calendar: { made: 'borrower.bulk-calendar', undone: 'borrower.undo-bulk-calendar' },
} as const satisfies Record<Kind, { made: string; undone: string }>

/** Days that move, each to another one. */
export interface DayMove {
  before: string
  after: string
}

/** The open loans `loan` of a condition that are due on days which move, with their new days `m.after`. */
const movingLoans = (moves: readonly DayMove[], condition: SQL): SQL => sql`
  loan join jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as m(before date, after date) on m.before = loan.due_on
  where loan.returned_at is null and loan.lost_at is null and m.after <> m.before and ${condition}`

/** Loans that a preview names at most. */
const NAMED = 200

/** How many loans would move, and the first of them. */
export async function previewMoves(
  on: Queryable,
  moves: readonly DayMove[],
  condition: SQL,
): Promise<{ count: number; items: DueMove[] }> {
  const { rows: counted } = await on.execute<{ count: number }>(
    sql`select count(*)::int as count from ${movingLoans(moves, condition)}`,
  )
  const { rows } = await on.execute<DueMove & Record<string, unknown>>(sql`
    select moving.id, b.name as borrower, g.name as "className", book.title, moving.before::text as before, moving.after::text as after
    from (select loan.id, loan.borrower_id, loan.copy_id, m.before, m.after from ${movingLoans(moves, condition)}) as moving
      join copy on copy.id = moving.copy_id join book on book.id = copy.book_id
      left join borrower as b on b.id = moving.borrower_id left join borrower_group as g on g.id = b.group_id
    order by moving.before, g.name collate "public"."counted", b.sort_name, moving.id limit ${NAMED}`)
  return { count: counted[0]?.count ?? 0, items: rows }
}

/** Moves the loans, in the transaction of what else the operation does. One due day that moves none is no change: its id is null. */
export async function changeDueDays(
  tx: Transaction,
  operation: DueOperation,
  { moves, condition, actor }: { moves: readonly DayMove[]; condition: SQL; actor: ActingUser },
): Promise<{ id: string | null; changed: number }> {
  const id = newId()
  await tx.insert(dueChange).values({ id, createdAt: now(), userId: actor.userId, operation })
  // Locked in the order of their ids, so that concurrent changes cannot deadlock.
  await tx.execute(sql`
    insert into due_change_row (due_change_id, loan_id, before, after)
    select ${id}, moving.id, moving.before, moving.after
    from (select loan.id, m.before, m.after from ${movingLoans(moves, condition)} order by loan.id for update of loan) as moving`)
  const { rowCount } = await tx.execute(sql`
    update loan set due_on = r.after from due_change_row as r where r.due_change_id = ${id} and loan.id = r.loan_id`)
  const changed = rowCount ?? 0
  if (changed === 0 && operation.kind === 'day') {
    await tx.delete(dueChange).where(eq(dueChange.id, id))
    return { id: null, changed }
  }
  await noteInActivity(tx, { id, operation, action: ACTIONS[operation.kind].made, loans: changed, actor })
  return { id, changed }
}

interface Noted {
  id: string
  operation: DueOperation
  action: string
  loans: number
  actor: ActingUser
}

async function noteInActivity(tx: Transaction, { id, operation, action, loans, actor }: Noted): Promise<void> {
  await tx.insert(activity).values({
    actorKind: 'person',
    actorId: actor.userId,
    inNameOf: actor.inNameOf ?? null,
    action,
    subjectKind: 'borrower',
    subjectId: id,
    subjectName: '',
    after: { loans, ...(operation.kind === 'day' && { day: operation.dueOn }) },
  })
}

/** Runs a change of due days in a transaction that is tried again where the desk was in its way. */
export const inDueChange = <T>(run: (tx: Transaction) => Promise<T>): Promise<T> =>
  retryTransaction(() =>
    db.transaction(async (tx) => {
      await setActor(tx, 'none')
      return run(tx)
    }),
  )

/**
 * Takes a change back: loans that are still open and due on the day it gave them get their former days. Returns how many did, and
 * how many did not. BULK_STATE if it was taken back; NOT_FOUND.
 */
export const undoDueChange = (id: string, actor: ActingUser): Promise<{ restored: number; kept: number }> =>
  inDueChange(async (tx) => {
    const [change] = await tx.select().from(dueChange).where(eq(dueChange.id, id)).for('update')
    if (!change) throw createError('NOT_FOUND')
    if (change.undoneAt) throw createError('BULK_STATE')
    await openAsBefore(tx, change.operation)
    await tx.execute(sql`
      select from loan where id in (select r.loan_id from due_change_row as r where r.due_change_id = ${id}) order by id for update`)
    const { rowCount } = await tx.execute(sql`
      update loan set due_on = r.before from due_change_row as r
      where r.due_change_id = ${id} and loan.id = r.loan_id and loan.due_on = r.after and loan.returned_at is null and loan.lost_at is null`)
    await tx.update(dueChange).set({ undoneAt: now() }).where(eq(dueChange.id, id))
    const restored = rowCount ?? 0
    const { operation } = change
    await noteInActivity(tx, { id, operation, action: ACTIONS[operation.kind].undone, loans: restored, actor })
    const loans = await tx.$count(dueChangeRow, eq(dueChangeRow.dueChangeId, id))
    return { restored, kept: loans - restored }
  })

/** Gives the library the closed days back that it had before a change of the calendar, as far as they are still as it has left them. */
async function openAsBefore(tx: Transaction, operation: DueOperation): Promise<void> {
  if (operation.kind !== 'calendar') return
  const { weekdays, days, former } = operation
  const closed = sql.param(weekdays.before.filter((day) => !weekdays.after.includes(day)))
  const opened = sql.param(weekdays.after.filter((day) => !weekdays.before.includes(day)))
  await tx.execute(sql`delete from closed_weekday where weekday = any(${opened}::int[])`)
  await tx.execute(sql`insert into closed_weekday (weekday) select unnest(${closed}::int[]) on conflict do nothing`)
  await tx.execute(sql`
    delete from closed_day as c using jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as given("from" date, "to" date, note text)
    where c.date between given."from" and given."to" and c.note = given.note`)
  await tx.execute(sql`
    insert into closed_day (date, note)
    select given.date, given.note from jsonb_to_recordset(${JSON.stringify(former)}::jsonb) as given(date date, note text)
    on conflict do nothing`)
}

/** The last change of a kind that was not taken back. */
export async function lastDueChange(kind: Kind): Promise<DueChange | null> {
  const [found] = await db
    .select()
    .from(dueChange)
    .where(and(isNull(dueChange.undoneAt), sql`${dueChange.operation} ->> 'kind' = ${kind}`))
    .orderBy(desc(dueChange.createdAt), desc(dueChange.id))
    .limit(1)
  if (!found) return null
  const { id, createdAt, operation } = found
  const loans = await db.$count(dueChangeRow, eq(dueChangeRow.dueChangeId, id))
  return { id, createdAt, loans, dueOn: operation.kind === 'day' ? operation.dueOn : null }
}

/** What the caller can do to the entries of such changes in the activity, by the entries' ids. */
export async function dueChangeStates(
  entries: readonly ActivityEntry[],
  session: CurrentSession,
): Promise<Map<number, Pick<Activity, 'bulk'>>> {
  const made = new Set<string>(Object.values(ACTIONS).map((one) => one.made))
  const own = entries.filter(({ action }) => made.has(action))
  if (own.length === 0 || !hasAccess(session, 'borrower:update') || !hasAccess(session, 'loan:update')) return new Map()
  const ids = own.map(({ subject }) => subject.id)
  const open = await readDb()
    .select({ id: dueChange.id })
    .from(dueChange)
    .where(and(inArray(dueChange.id, ids), isNull(dueChange.undoneAt)))
  const known = new Set(open.map(({ id }) => id))
  return new Map(own.flatMap(({ id, subject }) => (known.has(subject.id) ? [[id, { bulk: 'undo' }] as const] : [])))
}

/** Deletes changes from before a moment. */
export const cleanUpDueChanges = (before: Date) => db.delete(dueChange).where(lt(dueChange.createdAt, before))
