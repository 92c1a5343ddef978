import { and, desc, eq, getTableColumns, gte, inArray, isNull, not, sql } from 'drizzle-orm'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { copy, lendingNumber } from '#base/db/tables/copy.ts'
import { deskAct } from '#base/db/tables/loan.ts'
import { selfServiceCorner } from '#base/db/tables/self-service-corner.ts'
import { inForce } from '#base/env/in-force.server.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { dayStart } from '#base/lib/day-start.ts'
import { hasAccess } from '#base/rpc/procedure.server.ts'
import { keptAnswer } from './shared/act-once.server.ts'
import { readRefusals } from './shared/desk-refusals.server.ts'
import { renewAnswerSchema, scanAnswerSchema, type DeskDay } from './desk.schema.ts'
import { setAnswerSchema, setReturnAnswerSchema } from './set/desk-set.schema.ts'
import { undoStates, type UndoState } from './undo-states.server.ts'

const KINDS = ['lent', 'returned', 'returned_and_lent', 'renewed', 'set_lent', 'set_returned'] as const

/** Whether a number that was scanned is one of a copy or a library card by now, or the ISBN of a book with copies. */
const isKnownByNow = sql<boolean>`(
  exists (select from ${lendingNumber} where ${lendingNumber.number} = upper(${deskAct.code}))
  or ${deskAct.code} ~ '^97[89][0-9]{10}$' and exists (
    select from ${book} join ${copy} on ${copy.bookId} = ${book.id} where ${book.isbn} @> array[${deskAct.code}]))`

/** How many copies the acts of some results are about, with those of class sets. */
const countOf = (results: readonly string[], ofSets: 'lent' | 'returned') => sql<number>`(
  count(*) filter (where ${inArray(deskAct.result, [...results])})
  + coalesce(sum(jsonb_array_length(${deskAct.undo} -> 'set' -> ${ofSets}::text)), 0))::int`

type ActRow = typeof deskAct.$inferSelect & { corner: string | null }
type ShownAct = DeskDay['acts'][number]

/**
 * The acts of all desks today, the latest first, what was not lent, and the scanned numbers that belong to no copy and no card.
 */
export async function deskDay(session: CurrentSession, limit: number): Promise<DeskDay> {
  const day = libraryDay()
  const since = dayStart(day, inForce().timeZone)
  const isToday = gte(deskAct.at, since)
  const isShown = and(isToday, eq(deskAct.isChange, true), inArray(deskAct.result, KINDS))
  const isUnknown = and(isToday, eq(deskAct.result, 'unknown'), isNull(deskAct.undoneAt), not(isKnownByNow))
  const latest = [desc(deskAct.at), desc(deskAct.id)]
  const [rows, unknown, [counts], refusals] = await Promise.all([
    db
      .select({ ...getTableColumns(deskAct), corner: selfServiceCorner.name })
      .from(deskAct)
      .leftJoin(selfServiceCorner, eq(selfServiceCorner.id, deskAct.cornerId))
      .where(isShown)
      .orderBy(...latest)
      .limit(limit),
    db
      .select({ actId: deskAct.id, at: deskAct.at, code: deskAct.code })
      .from(deskAct)
      .where(isUnknown)
      .orderBy(...latest)
      .limit(200),
    db
      .select({
        lent: countOf(['lent', 'returned_and_lent'], 'lent'),
        returned: countOf(['returned', 'returned_and_lent'], 'returned'),
      })
      .from(deskAct)
      .where(and(isShown, isNull(deskAct.undoneAt))),
    readRefusals(session, since),
  ])
  const states = await undoStates(db, rows)
  return {
    day,
    lent: counts?.lent ?? 0,
    returned: counts?.returned ?? 0,
    ...refusals,
    acts: foldScans(rows.flatMap((row) => shownAct(row, undoFor(session, row, states.get(row.id))))),
    unknown: latestOfEach(unknown),
  }
}

/** A helper takes no class set back. */
const undoFor = (session: CurrentSession, { undo }: ActRow, state: UndoState | undefined): UndoState | undefined =>
  undo?.set && !hasAccess(session, 'loan:update') ? 'changed' : state

/** Copies of a class set that were returned one by one are a single line, by the latest scan: that one is taken back first. */
function foldScans(acts: readonly ShownAct[]): ShownAct[] {
  const folded: ShownAct[] = []
  for (const act of acts) {
    const isScan = act.kind === 'returned' && act.set !== null && !act.isUndone
    const same = isScan && folded.find((one) => one.kind === 'returned' && !one.isUndone && one.set?.id === act.set?.id)
    if (same && same.set) same.set = { ...same.set, count: same.set.count + 1 }
    else folded.push({ ...act })
  }
  return folded
}

/** A number that was scanned several times stands in the list once. */
const latestOfEach = <Row extends { code: string }>(rows: readonly Row[]): Row[] =>
  rows.filter(({ code }, index) => rows.findIndex((row) => row.code === code) === index)

function shownAct(row: ActRow, undo: UndoState = 'changed'): ShownAct[] {
  const kind = KINDS.find((one) => one === row.result)
  if (!kind) return []
  const { corner } = row
  const shown = { actId: row.id, at: row.at, kind, isUndone: row.undoneAt !== null, undo, set: null, corner }
  const answer = keptAnswer(row.answer)
  if (kind === 'set_lent' || kind === 'set_returned') return [{ ...shown, ...setActOf(kind, answer) }]
  if (kind === 'renewed') {
    const { borrower, renewed } = renewAnswerSchema.parse(answer)
    const only = renewed.length === 1 ? borrower.loans.find(({ id }) => id === renewed[0]?.loanId) : undefined
    return [
      {
        ...shown,
        title: only?.book.title ?? null,
        number: only?.copy.number ?? null,
        borrower: personOf(borrower),
        returnedFrom: null,
        notices: [],
      },
    ]
  }
  const { borrower, returnedFrom, returnedSet, notices, ...answered } = scanAnswerSchema.parse(answer)
  const isLent = kind !== 'returned'
  return [
    {
      ...shown,
      ...(returnedSet && {
        set: { id: returnedSet.id, name: returnedSet.name, count: 1, missing: returnedSet.total - returnedSet.back },
      }),
      title: answered.book?.title ?? null,
      number: answered.copy?.number ?? null,
      borrower: isLent && borrower ? personOf(borrower) : null,
      returnedFrom: returnedFrom ?? null,
      notices,
    },
  ]
}

/** What the feed says of an act about a class set. */
function setActOf(kind: 'set_lent' | 'set_returned', answer: unknown) {
  const none = { number: null, borrower: null, returnedFrom: null }
  if (kind === 'set_lent') {
    const { setId, name, title, count, left } = setAnswerSchema.parse(answer)
    return { ...none, title, notices: [], set: { id: setId, name, count, missing: left.length } }
  }
  const { setId, name, title, count, missing, notices } = setReturnAnswerSchema.parse(answer)
  return { ...none, title, notices, set: { id: setId, name, count, missing: missing.length } }
}

const personOf = ({ id, name, card, group }: NonNullable<ShownAct['borrower']>) => ({ id, name, card, group })

/** Takes an unknown number from the list of the day, however often it was scanned. */
export async function leaveUnknown(actId: string, at: Date): Promise<void> {
  const code = db
    .select({ code: deskAct.code })
    .from(deskAct)
    .where(and(eq(deskAct.id, actId), eq(deskAct.result, 'unknown')))
  await db
    .update(deskAct)
    .set({ undoneAt: at })
    .where(and(eq(deskAct.result, 'unknown'), inArray(deskAct.code, code)))
}
