import { and, count, desc, eq, isNotNull, isNull, lt, sql, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { recordExport } from '#auth/security/security-log.server.ts'
import { db } from '#db/connection/client.server.ts'
import { book } from '#db/tables/book.ts'
import { borrower, borrowerGroup } from '#db/tables/borrower.ts'
import { copy } from '#db/tables/copy.ts'
import { loan } from '#db/tables/loan.ts'
import { createError } from '#errors/create-error.server.ts'
import { fileResponse } from '#lib/http/file-response.server.ts'
import { isUuid } from '#lib/uuid.ts'
import { documentFile } from '#openapi/document-problems.server.ts'
import { procedure } from '#rpc/procedure.server.ts'
import { exportLoans } from './loan-export.server.ts'
import { loanListInputSchema, loanListSchema } from './loan.schema.ts'
import { noteLook } from './note-look.server.ts'
import { daysLate, libraryDay } from './shared/due-day.server.ts'

const columns = {
  id: loan.id,
  copyId: loan.copyId,
  number: copy.number,
  bookId: copy.bookId,
  title: book.title,
  borrowerId: loan.borrowerId,
  borrower: borrower.name,
  group: borrowerGroup.name,
  lentAt: loan.lentAt,
  dueOn: loan.dueOn,
  returnedAt: loan.returnedAt,
  renewals: loan.renewals,
}

const STATES = {
  open: () => isNull(loan.returnedAt),
  overdue: () => and(isNull(loan.returnedAt), lt(loan.dueOn, libraryDay())),
  returned: () => isNotNull(loan.returnedAt),
  all: () => undefined,
} satisfies Record<z.output<typeof loanListInputSchema>['state'], () => SQL | undefined>

/** A page of loans with their total, the latest first. */
const list = procedure('loan:read')
  .route({
    method: 'GET',
    path: '/loans',
    operationId: 'listLoans',
    summary: 'List loans',
    description:
      'A page of loans, the latest first. The next one is asked for with `nextCursor` as `cursor`, and everything else as it was. That past loans were asked for (`returned`, `all`) is in the security log.',
    successDescription: 'A page of loans.',
    tags: ['Loans'],
  })
  .input(loanListInputSchema)
  .output(loanListSchema)
  .handler(async ({ input: { bookId, copyId, borrowerId, state, cursor, limit }, context: { session } }) => {
    if (cursor !== undefined && !isUuid(cursor))
      throw createError('VALIDATION_ERROR', { fields: { cursor: { key: 'cursor_invalid' } } })
    if (state === 'returned' || state === 'all') noteLook(session, borrowerId)
    const condition = and(
      bookId === undefined ? undefined : eq(copy.bookId, bookId),
      copyId === undefined ? undefined : eq(loan.copyId, copyId),
      borrowerId === undefined ? undefined : eq(loan.borrowerId, borrowerId),
      STATES[state](),
    )
    const [rows, [counted]] = await Promise.all([
      db
        .select(columns)
        .from(loan)
        .leftJoin(copy, eq(copy.id, loan.copyId))
        .leftJoin(book, eq(book.id, copy.bookId))
        .leftJoin(borrower, eq(borrower.id, loan.borrowerId))
        // The group when it was lent, which a forgotten loan still has.
        .leftJoin(borrowerGroup, eq(borrowerGroup.id, loan.groupId))
        .where(and(condition, cursor === undefined ? undefined : lt(loan.id, sql`${cursor}::uuid`)))
        .orderBy(desc(loan.id))
        .limit(limit + 1),
      db.select({ total: count() }).from(loan).leftJoin(copy, eq(copy.id, loan.copyId)).where(condition),
    ])
    const items = rows.slice(0, limit).map((row) => ({ ...row, daysLate: daysLate(row) }))
    const nextCursor = rows.length > limit ? (items.at(-1)?.id ?? null) : null
    return { items, nextCursor, total: counted?.total ?? 0 }
  })

/** All loans as a file, with headings in the language of the request. */
const exportFile = procedure('loan:read')
  .route({
    method: 'GET',
    path: '/loans/export',
    operationId: 'exportLoans',
    summary: 'Export the loans',
    description:
      'All loans, open and ended, in the order in which they were made, as CSV (with a byte order mark; cells that a spreadsheet would take for a formula begin with an apostrophe). A borrower is named by the card, as long as the loan has not forgotten who it was.',
    successDescription: 'The file.',
    tags: ['Loans'],
    spec: documentFile('text/csv'),
  })
  .handler(({ context: { session } }) => {
    recordExport(session.actor, { format: 'csv', what: 'loans' })
    return fileResponse(exportLoans(), 'text/csv; charset=utf-8', `maktaba-loans-${libraryDay()}.csv`)
  })

export const loanRouter = { list, exportFile }
