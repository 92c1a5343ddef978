import { sql, type SQL } from 'drizzle-orm'
import { db, type Queryable } from '#base/db/connection/client.server.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { dayAfter } from '#base/lib/day-start.ts'
import { procedure, requireAccess } from '#base/rpc/procedure.server.ts'
import { openDayFrom } from '#lending/loan/shared/due-day.server.ts'
import {
  changeDueDays,
  inDueChange,
  lastDueChange,
  previewMoves,
  undoDueChange,
  type DayMove,
} from './due-change.server.ts'
import {
  changedDueDaysSchema,
  dueChangeIdSchema,
  dueDaysInputSchema,
  dueDaysPreviewSchema,
  lastDueChangeSchema,
  undoneDueDaysSchema,
  type DueDaysInput,
} from './due-days.schema.ts'

/** A due day lies at most so many days ahead. */
const MOST_DAYS = 730

const outOfRange = (key: 'validation_date_min' | 'validation_date_max', limit: string) =>
  createError('VALIDATION_ERROR', { fields: { dueOn: { key, params: { limit } } } })

/** The first open day from the asked one on; VALIDATION_ERROR at `dueOn` for one that has passed or is more than two years ahead. */
async function openDayOf(on: Queryable, { dueOn }: DueDaysInput): Promise<string> {
  const [first, last] = [libraryDay(), dayAfter(libraryDay(), MOST_DAYS)]
  if (dueOn < first) throw outOfRange('validation_date_min', first)
  if (dueOn > last) throw outOfRange('validation_date_max', last)
  return openDayFrom(on, dueOn)
}

const ofGroup = (groupId: string | null): SQL =>
  groupId === null
    ? sql`true`
    : sql`exists (select from borrower as b where b.id = loan.borrower_id and b.group_id = ${groupId})`

/** What the loans of a request are, and which days move. */
async function movesOf(
  on: Queryable,
  input: DueDaysInput,
  dueOn: string,
): Promise<{ moves: DayMove[]; condition: SQL }> {
  const condition = sql`${ofGroup(input.groupId)} and (${input.includesLate} or loan.due_on >= ${libraryDay()})`
  const { rows } = await on.execute<{ before: string }>(
    sql`select distinct loan.due_on::text as before from loan where loan.returned_at is null and loan.lost_at is null and ${condition}`,
  )
  return { condition, moves: rows.map(({ before }) => ({ before, after: dueOn })) }
}

/** How many loans would get another due day, and the first of them. VALIDATION_ERROR at `dueOn`. */
const preview = procedure('loan:update', { takenBack: 'nothing' })
  .input(dueDaysInputSchema)
  .output(dueDaysPreviewSchema)
  .handler(async ({ input }) => {
    const dueOn = await openDayOf(db, input)
    const { moves, condition } = await movesOf(db, input, dueOn)
    const { rows } = await db.execute<{ earlier: number; late: number }>(sql`
      select count(*) filter (where loan.due_on > ${dueOn})::int as earlier,
        count(*) filter (where loan.due_on < ${libraryDay()})::int as late
      from loan where loan.returned_at is null and loan.lost_at is null and ${ofGroup(input.groupId)}`)
    const { earlier, late } = rows[0] ?? { earlier: 0, late: 0 }
    return { dueOn, moves: await previewMoves(db, moves, condition), earlier, late }
  })

/** Gives the loans one due day. VALIDATION_ERROR at `dueOn`. */
const apply = procedure('loan:update', { takenBack: 'undo' })
  .input(dueDaysInputSchema)
  .output(changedDueDaysSchema)
  .handler(({ input, context: { session } }) =>
    inDueChange(async (tx) => {
      const dueOn = await openDayOf(tx, input)
      const operation = { kind: 'day', dueOn, groupId: input.groupId } as const
      return changeDueDays(tx, operation, { ...(await movesOf(tx, input, dueOn)), actor: session.actor })
    }),
  )

/** The last such change that was not taken back. */
const last = procedure('loan:update', { takenBack: 'nothing' })
  .output(lastDueChangeSchema)
  .handler(() => lastDueChange('day'))

/** Takes a change of due days, or of the calendar, back. BULK_STATE, NOT_FOUND. */
const undo = procedure('loan:update', { takenBack: 'again' })
  .input(dueChangeIdSchema)
  .output(undoneDueDaysSchema)
  .handler(({ input, context: { session } }) => {
    requireAccess(session, 'borrower:update')
    return undoDueChange(input.id, session.actor)
  })

export const dueDaysRouter = { preview, apply, last, undo }
