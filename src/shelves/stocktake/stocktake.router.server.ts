import { recordExport } from '#base/auth/security/security-log.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { rememberJob } from '#base/db/replica/own-writes.server.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { fileResponse } from '#base/lib/http/file-response.server.ts'
import { documentFile } from '#base/openapi/document-problems.server.ts'
import { procedure, requireAccess } from '#base/rpc/procedure.server.ts'
import * as z from 'zod/mini'
import { stocktakeApi } from './api/stocktake-api.router.server.ts'
import { countScans, undoScan } from './count/count-scans.server.ts'
import { leftByFix, putRight, undoFix, viewFix } from './fix/fixes.server.ts'
import { writeReport } from './report/export.server.ts'
import { findRows } from './report/rows.server.ts'
import {
  listStocktakes,
  removeStocktake,
  requireStocktake,
  setClosed,
  createStocktake,
  viewStocktake,
} from './report/stocktakes.server.ts'
import { countExpected } from './scope.server.ts'
import {
  exportInputSchema,
  fixSchema,
  leftRowsSchema,
  listedStocktakesSchema,
  putRightSchema,
  rowsInputSchema,
  rowsSchema,
  scannedListSchema,
  scansInputSchema,
  scopeInputSchema,
  startInputSchema,
  stocktakeIdSchema,
  stocktakeSchema,
  undoScanSchema,
} from './stocktake.schema.ts'

/** The latest stock-takings, for their page. */
const latest = procedure('copy:read')
  .output(listedStocktakesSchema)
  .handler(() => listStocktakes())

/** How many copies a stock-taking would expect. */
const expected = procedure('copy:read')
  .input(scopeInputSchema)
  .output(z.object({ copies: z.int() }))
  .handler(async ({ input }) => ({ copies: await countExpected(db, input) }))

/** Starts a stock-taking; sent again with its id it changes nothing. STOCKTAKE_EMPTY where no copy is expected. */
const start = procedure('copy:update', { takenBack: 'again' })
  .input(startInputSchema)
  .handler(({ input, context: { session } }) => createStocktake(input, session.actor))

/** A stock-taking with what it has found; NOT_FOUND. */
const get = procedure('copy:read')
  .input(stocktakeIdSchema)
  .output(stocktakeSchema)
  .handler(({ input }) => viewStocktake(input.id))

/** Counts scans of a device, each once by its id. NOT_FOUND, STOCKTAKE_CLOSED. */
const scan = procedure('copy:update', { takenBack: 'undo' })
  .input(scansInputSchema)
  .output(scannedListSchema)
  .handler(({ input, context: { session } }) => countScans(session, input))

/** Takes a scan back. NOT_FOUND, STOCKTAKE_CLOSED. */
const takeBack = procedure('copy:update', { takenBack: 'again' })
  .input(undoScanSchema)
  .handler(({ input }) => undoScan(input.id, input.scanId, true))

/** Counts a scan again that was taken back. NOT_FOUND, STOCKTAKE_CLOSED. */
const countAgain = procedure('copy:update', { takenBack: 'again' })
  .input(undoScanSchema)
  .handler(({ input }) => undoScan(input.id, input.scanId, false))

/** A page of what was found of a kind; NOT_FOUND. */
const rows = procedure('copy:read')
  .input(rowsInputSchema)
  .output(rowsSchema)
  .handler(async ({ input: { id, ...page }, context: { session } }) => {
    if (page.kind === 'onLoan') requireAccess(session, 'borrower:read')
    return findRows(await requireStocktake(id), page)
  })

/** Begins to put right what was found of a kind, or one copy of it. STOCKTAKE_CHANGED where nothing is to be; NOT_FOUND. */
const fix = procedure('copy:update', { takenBack: 'undo' })
  .input(putRightSchema)
  .handler(({ input, context: { session } }) => {
    if (input.kind === 'onLoan' || input.kind === 'lost') requireAccess(session, 'loan:update')
    return putRight(input, session.actor)
  })

/** What was put right by a press, with its progress; NOT_FOUND. */
const getFix = procedure('copy:read')
  .input(stocktakeIdSchema)
  .output(fixSchema)
  .handler(async ({ input }) => {
    const found = await viewFix(input.id)
    if (found.state !== 'running') await rememberJob()
    return found
  })

/** What a press, or its undo, has left alone; NOT_FOUND. */
const leftRows = procedure('copy:read')
  .input(stocktakeIdSchema)
  .output(leftRowsSchema)
  .handler(({ input }) => leftByFix(input.id))

/** Takes a press back, as a whole. BULK_STATE, NOT_FOUND. */
const undo = procedure('copy:update', { takenBack: 'again' })
  .input(stocktakeIdSchema)
  .handler(({ input, context: { session } }) => undoFix(input.id, session.actor))

/** Closes a stock-taking: it takes no scans any more. NOT_FOUND. */
const close = procedure('copy:update', { takenBack: 'again' })
  .input(stocktakeIdSchema)
  .handler(({ input }) => setClosed(input.id, true))

/** Opens a closed stock-taking again. NOT_FOUND. */
const reopen = procedure('copy:update', { takenBack: 'again' })
  .input(stocktakeIdSchema)
  .handler(({ input }) => setClosed(input.id, false))

/** Deletes a stock-taking of which nothing was scanned. STOCKTAKE_CHANGED for another one. */
const remove = procedure('copy:update', { takenBack: 'again' })
  .input(stocktakeIdSchema)
  .handler(({ input }) => removeStocktake(input.id))

/** What a stock-taking has found as a file, with headings in the language of the request. NOT_FOUND. */
const exportFile = procedure('copy:read')
  .route({
    method: 'GET',
    path: '/stocktakes/{id}/export',
    operationId: 'exportStocktake',
    summary: 'Export what a stock-taking has found',
    description:
      'What is missing, misplaced, unknown, on loan but here, marked lost but here or scanned twice, by place and shelf mark, as CSV (with a byte order mark; cells that a spreadsheet would take for a formula begin with an apostrophe).',
    successDescription: 'The file.',
    tags: ['Copies'],
    spec: documentFile('text/csv'),
  })
  .input(exportInputSchema)
  .handler(async ({ input, context: { session } }) => {
    requireAccess(session, 'borrower:read')
    const record = await requireStocktake(input.id)
    recordExport(session.actor, { format: 'csv', what: 'copies' })
    return fileResponse(
      writeReport(record, input.kind),
      'text/csv; charset=utf-8',
      `maktaba-stocktake-${libraryDay()}.csv`,
    )
  })

/** The procedures of stock-taking. */
export const stocktakeRouter = {
  ...stocktakeApi,
  latest,
  expected,
  start,
  get,
  scan,
  takeBack,
  countAgain,
  rows,
  fix,
  getFix,
  leftRows,
  undo,
  close,
  reopen,
  remove,
  exportFile,
}
