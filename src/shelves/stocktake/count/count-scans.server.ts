import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { withActor, type Transaction } from '#base/db/actor.server.ts'
import { LOOKED_UP, retryTransaction } from '#base/db/connection/retry-transaction.server.ts'
import { copy } from '#base/db/tables/copy.ts'
import { stocktake, stocktakeScan } from '#base/db/tables/stocktake.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { now } from '#base/lib/clock.ts'
import { isInRange } from '../scope.server.ts'
import type { Scanned, ScanResult, ScansInput } from '../stocktake.schema.ts'
import { scanResultSchema } from '../stocktake.schema.ts'
import { readScans, type ReadScan } from './read-scans.server.ts'

/** Milliseconds within which the same label on the same device is the scanner's stutter. */
const STUTTER = 3000

type StocktakeRecord = typeof stocktake.$inferSelect
type ScanRecord = typeof stocktakeScan.$inferSelect

/** A copy as it is when its label is scanned. */
interface FoundCopy extends Record<string, unknown> {
  id: string
  condition: string
  location: string
  lastSeenAt: Date | null
  isInRange: boolean
  loanId: string | null
  lentAt: Date | null
}

/**
 * Counts the scans of a device, each once by its id, however often it is sent. Answers in the order of the scans. NOT_FOUND,
 * STOCKTAKE_CLOSED for scans that did not arrive before it was closed.
 */
export const countScans = (session: CurrentSession, input: ScansInput): Promise<Scanned[]> =>
  retryTransaction(
    () =>
      withActor('none', async (tx) => {
        const record = await lockStocktake(tx, input.id)
        const ids = input.scans.map(({ id }) => id)
        const isIt = inArray(stocktakeScan.id, ids)
        const known = new Set(
          (await tx.select({ id: stocktakeScan.id }).from(stocktakeScan).where(isIt)).map((one) => one.id),
        )
        // A scan that is twice in a request is one.
        const fresh = input.scans.filter(({ id }, at) => !known.has(id) && ids.indexOf(id) === at)
        if (fresh.length > 0 && record.closedAt !== null) throw createError('STOCKTAKE_CLOSED')
        if (fresh.length > 0) await addScans(tx, session, { record, input: { ...input, scans: fresh } })
        return answersOf(tx, ids)
      }),
    LOOKED_UP,
  )

/** Keeps a stock-taking from being closed while scans are counted. */
async function lockStocktake(tx: Transaction, id: string): Promise<StocktakeRecord> {
  const [record] = await tx.select().from(stocktake).where(eq(stocktake.id, id)).for('share')
  if (!record) throw createError('NOT_FOUND')
  return record
}

interface Added {
  record: StocktakeRecord
  input: ScansInput
}

async function addScans(tx: Transaction, { user }: CurrentSession, { record, input }: Added): Promise<void> {
  const read = await readScans(tx, input.scans)
  const copies = await lockCopies(
    tx,
    record,
    [...read.values()].flatMap(({ copyId }) => copyId ?? []),
  )
  const former = await formerScans(tx, record.id, [...copies.keys()])
  const receivedAt = now()
  const added: (typeof stocktakeScan.$inferInsert)[] = []
  for (const { id, age, place: given } of input.scans) {
    const one = read.get(id)
    if (!one) continue
    const at = new Date(receivedAt.getTime() - age)
    const found = one.copyId === null ? undefined : copies.get(one.copyId)
    const place = record.location ?? given
    const own = found ? (former.get(found.id) ?? []) : []
    const isStutter = own.some(
      (other) => other.deviceId === input.device.id && Math.abs(other.at.getTime() - at.getTime()) < STUTTER,
    )
    // A loan that was made after the scan, which has waited on the device, was no loan yet.
    const loanId = found?.lentAt && found.lentAt <= at ? found.loanId : null
    if (found) former.set(found.id, [...own, { deviceId: input.device.id, at }])
    added.push({
      id,
      stocktakeId: record.id,
      deviceId: input.device.id,
      isPhone: input.device.isPhone,
      userId: user.id,
      at,
      receivedAt,
      copyId: found?.id ?? null,
      code: one.code,
      place,
      result: resultOf(one, found, { place, loanId, isStutter, isAgain: own.length > 0 }),
      loanId,
      seenBefore: found?.lastSeenAt ?? null,
      ignored: isStutter ? 'stutter' : null,
    })
  }
  const stored = await tx.insert(stocktakeScan).values(added).onConflictDoNothing().returning()
  await noteSeen(tx, stored)
}

interface Circumstances {
  place: string | null
  loanId: string | null
  isStutter: boolean
  isAgain: boolean
}

function resultOf(
  read: ReadScan,
  found: FoundCopy | undefined,
  { place, loanId, isStutter, isAgain }: Circumstances,
): ScanResult {
  if (!found) return read.result
  if (isStutter) return 'repeated'
  if (found.condition === 'lost' || found.condition === 'withdrawn') return found.condition
  if (loanId !== null) return 'onLoan'
  if (!found.isInRange || (place !== null && place !== found.location)) return 'misplaced'
  return isAgain ? 'again' : 'seen'
}

/** The copies of scans, locked in the order of their ids, as the desk waits for one of them. */
async function lockCopies(
  tx: Transaction,
  record: StocktakeRecord,
  ids: readonly string[],
): Promise<Map<string, FoundCopy>> {
  if (ids.length === 0) return new Map()
  const asked = sql`${sql.param([...new Set(ids)])}::uuid[]`
  await tx.execute(sql`select from copy where id = any(${asked}) order by id for update`)
  const { rows } = await tx.execute<FoundCopy & { lentAt: string | null; lastSeenAt: string | null }>(sql`
    select c.id, c.condition, c.location, c.last_seen_at as "lastSeenAt", ${isInRange(record)} as "isInRange",
      l.id as "loanId", l.lent_at as "lentAt"
    from copy as c join book as b on b.id = c.book_id
      left join loan as l on l.copy_id = c.id and l.returned_at is null and l.lost_at is null
    where c.id = any(${asked})`)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...row,
        lentAt: row.lentAt === null ? null : new Date(row.lentAt),
        lastSeenAt: row.lastSeenAt === null ? null : new Date(row.lastSeenAt),
      },
    ]),
  )
}

/** The scans of copies that count, by copy. */
async function formerScans(tx: Transaction, stocktakeId: string, copyIds: readonly string[]) {
  const found = new Map<string, { deviceId: string; at: Date }[]>()
  if (copyIds.length === 0) return found
  const rows = await tx
    .select({ copyId: stocktakeScan.copyId, deviceId: stocktakeScan.deviceId, at: stocktakeScan.at })
    .from(stocktakeScan)
    .where(
      and(
        eq(stocktakeScan.stocktakeId, stocktakeId),
        inArray(stocktakeScan.copyId, [...copyIds]),
        isNull(stocktakeScan.undoneAt),
      ),
    )
  for (const { copyId, ...one } of rows) if (copyId !== null) found.set(copyId, [...(found.get(copyId) ?? []), one])
  return found
}

/** Notes that the copies of scans were seen; one that was at the desk later keeps that moment. */
async function noteSeen(tx: Transaction, scans: readonly ScanRecord[]): Promise<void> {
  const seen = scans.flatMap(({ copyId, at }) => (copyId === null ? [] : [{ id: copyId, at }]))
  await tx.execute(sql`
    update copy set last_seen_at = greatest(last_seen_at, given.at)
    from (select id, max(at) as at from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) as one(id uuid, at timestamptz) group by id) as given
    where copy.id = given.id`)
}

/** The answers to scans, in their order; the same when they are sent again. */
async function answersOf(tx: Transaction, ids: readonly string[]): Promise<Scanned[]> {
  const { rows } = await tx.execute<Omit<Scanned, 'result'> & { result: string }>(sql`
    select s.id, s.result, coalesce(c.number, s.code) as code, c.id as "copyId", b.title, coalesce(b.shelf_mark, '') as "shelfMark",
      coalesce(c.location, '') as location
    from stocktake_scan as s left join copy as c on c.id = s.copy_id left join book as b on b.id = c.book_id
    where s.id = any(${sql.param([...ids])}::uuid[])`)
  const byId = new Map(rows.map((row) => [row.id, { ...row, result: scanResultSchema.parse(row.result) }]))
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
}

/** Takes a scan back, or counts it again. NOT_FOUND, STOCKTAKE_CLOSED. */
export const undoScan = (id: string, scanId: string, isUndone: boolean): Promise<void> =>
  withActor('none', async (tx) => {
    const { closedAt } = await lockStocktake(tx, id)
    const isIt = and(eq(stocktakeScan.id, scanId), eq(stocktakeScan.stocktakeId, id))
    const [scan] = await tx.select().from(stocktakeScan).where(isIt).for('update')
    if (!scan) throw createError('NOT_FOUND')
    if ((scan.undoneAt !== null) === isUndone) return
    if (closedAt !== null) throw createError('STOCKTAKE_CLOSED')
    if (scan.copyId !== null) await tx.select({ id: copy.id }).from(copy).where(eq(copy.id, scan.copyId)).for('update')
    await tx
      .update(stocktakeScan)
      .set({ undoneAt: isUndone ? now() : null })
      .where(isIt)
    if (isUndone) await forgetSeen(tx, scan)
    else await noteSeen(tx, [scan])
  })

/** A copy of which no scan is left was seen when it had been before the first one, unless it was at the desk since. */
async function forgetSeen(tx: Transaction, { stocktakeId, copyId }: ScanRecord): Promise<void> {
  if (copyId === null) return
  await tx.execute(sql`
    update copy as c set last_seen_at = (
      select s.seen_before from stocktake_scan as s
      where s.stocktake_id = ${stocktakeId} and s.copy_id = c.id order by s.received_at, s.at, s.id limit 1)
    where c.id = ${copyId}
      and not exists (select from stocktake_scan as s where s.stocktake_id = ${stocktakeId} and s.copy_id = c.id and s.undone_at is null)
      and exists (select from stocktake_scan as s where s.stocktake_id = ${stocktakeId} and s.copy_id = c.id and s.at = c.last_seen_at)`)
}
