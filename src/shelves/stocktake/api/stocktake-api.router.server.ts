import { desc, eq, sql } from 'drizzle-orm'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { copy } from '#base/db/tables/copy.ts'
import { stocktake } from '#base/db/tables/stocktake.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { isUuid } from '#base/lib/uuid.ts'
import { requireId } from '#base/rpc/not-found.server.ts'
import { hasAccess, procedure } from '#base/rpc/procedure.server.ts'
import { countFound, findRows } from '../report/rows.server.ts'
import { listed, requireStocktake, viewStocktake } from '../report/stocktakes.server.ts'
import type { StocktakeRow } from '../stocktake.schema.ts'
import {
  foundListInputSchema,
  foundListSchema,
  readStocktakeSchema,
  stocktakeListInputSchema,
  stocktakeListSchema,
  stocktakePathSchema,
} from './stocktake-api.schema.ts'

const invalidCursor = () => createError('VALIDATION_ERROR', { fields: { cursor: { key: 'cursor_invalid' } } })

/** The id that a cursor is, of a row that is still there. */
async function cursorIn(table: typeof stocktake | typeof copy, cursor: string): Promise<string> {
  if (!isUuid(cursor) || (await db.$count(table, eq(table.id, cursor))) === 0) throw invalidCursor()
  return cursor
}

/** A page of stock-takings with their total, the latest first. */
const list = procedure('copy:read')
  .route({
    method: 'GET',
    path: '/stocktakes',
    operationId: 'listStocktakes',
    summary: 'List stock-takings',
    description:
      'A page of stock-takings with their figures, the latest first. The next one is asked for with `nextCursor` as `cursor`.',
    successDescription: 'A page of stock-takings.',
    tags: ['Copies'],
  })
  .input(stocktakeListInputSchema)
  .output(stocktakeListSchema)
  .handler(async ({ input: { cursor, limit } }) => {
    const after = cursor === undefined ? undefined : await cursorIn(stocktake, cursor)
    const records = await db
      .select()
      .from(stocktake)
      .where(
        after === undefined
          ? undefined
          : sql`(${stocktake.startedAt}, ${stocktake.id}) < (select last.started_at, last.id from stocktake as last where last.id = ${after})`,
      )
      .orderBy(desc(stocktake.startedAt), desc(stocktake.id))
      .limit(limit + 1)
    const items = []
    // One after the other: each open one takes a connection.
    for (const record of records.slice(0, limit)) items.push(await listed(record))
    return {
      items,
      nextCursor: records.length > limit ? (items.at(-1)?.id ?? null) : null,
      total: await db.$count(stocktake),
    }
  })

/** A stock-taking with what it has found; NOT_FOUND. */
const read = procedure('copy:read')
  .route({
    method: 'GET',
    path: '/stocktakes/{id}',
    operationId: 'getStocktake',
    summary: 'Read a stock-taking',
    description: 'What a stock-taking has found, in numbers: in all, and of each kind what is still to be put right.',
    successDescription: 'The stock-taking.',
    tags: ['Copies'],
  })
  .input(stocktakePathSchema)
  .output(readStocktakeSchema)
  .handler(async ({ input }) => {
    const { devices, previous, ...found } = await viewStocktake(requireId(input.id))
    const scans = devices.reduce((sum, device) => sum + device.scans, 0)
    return { ...found, scans, previousId: previous?.id ?? null }
  })

/** A page of what a stock-taking has found of a kind, by place and shelf mark; NOT_FOUND. */
const listRows = procedure('copy:read')
  .route({
    method: 'GET',
    path: '/stocktakes/{id}/rows',
    operationId: 'listStocktakeRows',
    summary: 'List what a stock-taking has found',
    description:
      'A page of what is missing, misplaced, unknown, on loan but here, marked lost but here or scanned twice and is still to be put right, by place and shelf mark. The next one is asked for with `nextCursor` as `cursor`, and everything else as it was. Who has a copy on loan is named to who may read borrowers (`borrower:read`).',
    successDescription: 'A page of what was found.',
    tags: ['Copies'],
  })
  .input(foundListInputSchema)
  .output(foundListSchema)
  .handler(async ({ input: { id, kind, cursor, limit }, context: { session } }) => {
    const record = await requireStocktake(requireId(id))
    const after = cursor === undefined || kind === 'unknown' ? cursor : await cursorIn(copy, cursor)
    const rows = await findRows(record, { kind, offset: 0, limit: limit + 1, ...(after !== undefined && { after }) })
    const items = rows.items.slice(0, limit)
    const last = items.at(-1)
    return {
      items: items.map((row) => forSession(session, row)),
      nextCursor: rows.items.length > limit && last ? (last.copyId ?? last.number) : null,
      total: await countFound(record, kind),
    }
  })

/** A row without who has the copy, for who may not read borrowers. */
const forSession = (session: CurrentSession, row: StocktakeRow): StocktakeRow =>
  hasAccess(session, 'borrower:read') ? row : { ...row, borrower: null, group: null }

/** Stock-takings as the REST API reads them; the file of one is beside the procedures of its page. */
export const stocktakeApi = { list, read, listRows }
