import { createHash } from 'node:crypto'
import { and, between, desc, eq, gte, sql } from 'drizzle-orm'
import { consumeLimits } from '#base/auth/limits/rate-limits.server.ts'
import { recordSecurityEvent } from '#base/auth/security/security-log.server.ts'
import type { Transaction } from '#base/db/actor.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { borrower } from '#base/db/tables/borrower.ts'
import { deskAct } from '#base/db/tables/loan.ts'
import { selfServiceCorner } from '#base/db/tables/self-service-corner.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { now } from '#base/lib/clock.ts'
import { readCode } from '#base/lib/scan/read-code.ts'
import { actOnce, STUTTER } from '#lending/desk/shared/act-once.server.ts'
import { scanAnswerSchema, type ScanAnswer } from '#lending/desk/desk.schema.ts'
import { findRules, selectPersons } from '#lending/desk/shared/desk-views.server.ts'
import { findCopyByNumber } from '#lending/desk/shared/find-numbers.server.ts'
import { scanCopyAtCorner, type CornerDone } from './corner-copy.server.ts'
import type { Corner } from './corner-key.server.ts'
import { cornerState, TURN, turnOf } from './corner-turn.server.ts'
import type { CornerScanAnswer, CornerScanInput } from './corner.schema.ts'

/** Unknown numbers since the last known card, and in an hour, that lock a corner: whoever guesses cards is soon found out. */
const LOCK_AFTER = 5
const LOCK_AFTER_IN_HOUR = 15
const HOUR = 3_600_000
/** Scans in a minute. */
const SCANS = { max: 60, seconds: 60 }
/** What a bar code of the book trade says, which is no card: the label is beside it. */
const TRADE_CODE = /^97[89]\d{10}$/

/**
 * Does what a scan at a corner means, once for each act: its id is one with the corner's, so that an act that is sent elsewhere is another
 * one. Only a whole number of a card or a copy counts, no name, no ISBN and no number of a school's list.
 */
export async function handleCornerScan(
  corner: Corner,
  { actId, code, keys }: CornerScanInput,
): Promise<CornerScanAnswer> {
  await consumeLimits([{ key: `corner:scan:${corner.id}`, windows: [SCANS] }])
  if (corner.lockedAt)
    return { ...NOTHING, result: 'locked', state: await db.transaction((tx) => cornerState(tx, corner.id)) }
  const { numbers } = readCode(code, keys)
  const id = actIdAt(corner.id, actId)
  const input = { actId: id, code: numbers[0] ?? '', corner: corner.id }
  const answer = await actOnce<ScanAnswer>(
    { user: { id: corner.openedBy } },
    {
      input,
      read: (kept) => scanAnswerSchema.parse(kept),
      run: async (tx) => {
        const { answer: done, record } = await scanNumbers(tx, corner, id, numbers)
        return { answer: { actId: id, ...done }, record: { result: done.result, ...record, cornerId: corner.id } }
      },
    },
  )
  const state = await db.transaction((tx) => cornerState(tx, corner.id))
  if (state.isLocked) recordSecurityEvent('self_service', { details: { what: 'locked', place: state.name } })
  return { ...cornerAnswer(answer), ...(state.isLocked && { result: 'locked' as const }), state }
}

/** The id of an act of a corner: a UUID of version 8 (RFC 9562), made of both ids. */
function actIdAt(cornerId: string, actId: string): string {
  const bytes = createHash('sha256').update(`${cornerId} ${actId.toLowerCase()}`).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

const NOTHING = { title: null, isForDesk: false }

/** What the device is told of a scan: built of what anybody may know who stands before it. */
function cornerAnswer({ result, book, borrower: open, notices }: ScanAnswer): Omit<CornerScanAnswer, 'state'> {
  if (result === 'borrower') return { ...NOTHING, result: 'card' }
  if (result === 'waiting') return { ...NOTHING, result: 'card_first' }
  if (result === 'lent' || result === 'repeated') return { ...NOTHING, result }
  if (result !== 'returned') return { ...NOTHING, result: 'desk' }
  return {
    result,
    title: open ? null : (book?.title ?? null),
    isForDesk: notices.some(({ code }) => code === 'put_aside'),
  }
}

async function scanNumbers(
  tx: Transaction,
  { id, openedBy }: Corner,
  actId: string,
  numbers: readonly string[],
): Promise<CornerDone> {
  const [row] = await tx.select().from(selfServiceCorner).where(eq(selfServiceCorner.id, id)).for('update')
  if (!row || row.endedAt) throw createError('CORNER_CLOSED')
  if (row.lockedAt) return { answer: { result: 'refused', notices: [] }, record: {} }
  const rules = await turnOf(tx, row)
  for (const number of numbers) {
    const [person] = await selectPersons(tx).where(eq(sql`upper(${borrower.card})`, number))
    if (person) return openTurn(tx, id, person.id)
    const item = await findCopyByNumber(tx, number)
    if (!item) continue
    if (rules) await setTurn(tx, id, { borrowerUntil: new Date(now().getTime() + TURN) })
    const isStutter = await wasJustScanned(tx, id, item.id, rules?.id ?? null)
    if (isStutter) return { answer: { result: 'repeated', notices: [] }, record: { copyId: item.id } }
    return scanCopyAtCorner(tx, { actId, item, rules, corner: row, by: { user: { id: openedBy } } })
  }
  return refuseUnknown(tx, row, numbers)
}

const setTurn = (tx: Transaction, id: string, values: Partial<typeof selfServiceCorner.$inferInsert>) =>
  tx.update(selfServiceCorner).set(values).where(eq(selfServiceCorner.id, id))

/** Begins the turn of a borrower, or goes on with it. */
async function openTurn(tx: Transaction, id: string, borrowerId: string): Promise<CornerDone> {
  const [row] = await tx.select().from(selfServiceCorner).where(eq(selfServiceCorner.id, id))
  const before = row && (await turnOf(tx, row))
  const rules = await findRules(tx, borrowerId)
  if (!row || !rules) return { answer: { result: 'refused', notices: [] }, record: {} }
  const at = now()
  await setTurn(tx, id, {
    borrowerId,
    borrowerUntil: new Date(at.getTime() + TURN),
    turnStartedAt: before?.id === borrowerId ? row.turnStartedAt : at,
    unknownCards: 0,
  })
  return { answer: { result: 'borrower', notices: [] }, record: { borrowerId } }
}

/** Whether this copy did something for the same borrower here a moment ago, before or after now: the clock may have been set back. */
async function wasJustScanned(
  tx: Transaction,
  cornerId: string,
  copyId: string,
  borrowerId: string | null,
): Promise<boolean> {
  const at = now().getTime()
  const [last] = await tx
    .select({ borrowerId: deskAct.borrowerId, isChange: deskAct.isChange, result: deskAct.result })
    .from(deskAct)
    .where(
      and(
        eq(deskAct.cornerId, cornerId),
        eq(deskAct.copyId, copyId),
        between(deskAct.at, new Date(at - STUTTER), new Date(at + STUTTER)),
      ),
    )
    .orderBy(desc(deskAct.at))
    .limit(1)
  return last?.borrowerId === borrowerId && (last.isChange || last.result === 'repeated')
}

/** Nobody's card and no copy. It counts as a card that was guessed, unless the same number was scanned before, or it is the bar code of a book. */
async function refuseUnknown(
  tx: Transaction,
  { id, unknownCards, countedFrom }: typeof selfServiceCorner.$inferSelect,
  numbers: readonly string[],
): Promise<CornerDone> {
  const [code = ''] = numbers
  const answer = { result: 'unknown' as const, notices: [] }
  if (code === '' || numbers.some((one) => TRADE_CODE.test(one))) return { answer, record: { result: 'refused' } }
  const anHourAgo = new Date(Math.max(now().getTime() - HOUR, countedFrom.getTime()))
  const former = await tx
    .selectDistinct({ code: deskAct.code })
    .from(deskAct)
    .where(and(eq(deskAct.cornerId, id), eq(deskAct.result, 'unknown'), gte(deskAct.at, anHourAgo)))
  if (former.some((one) => one.code === code)) return { answer, record: {} }
  const count = unknownCards + 1
  const isTooMany = count >= LOCK_AFTER || former.length + 1 >= LOCK_AFTER_IN_HOUR
  await setTurn(tx, id, {
    unknownCards: count,
    ...(isTooMany && { lockedAt: now(), borrowerId: null, borrowerUntil: null, turnStartedAt: null }),
  })
  return { answer, record: {} }
}
