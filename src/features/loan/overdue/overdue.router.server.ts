import { and, asc, eq, lt } from 'drizzle-orm'
import { recordExport } from '#auth/security/security-log.server.ts'
import { db } from '#db/connection/client.server.ts'
import { book } from '#db/tables/book.ts'
import { borrower, borrowerGroup } from '#db/tables/borrower.ts'
import { copy } from '#db/tables/copy.ts'
import { isOpenLoan, loan } from '#db/tables/loan.ts'
import { writeTable } from '#formats/write-table.server.ts'
import { m } from '#i18n/paraglide/messages.js'
import { fileResponse } from '#lib/http/file-response.server.ts'
import { documentFile } from '#openapi/document-problems.server.ts'
import { procedure } from '#rpc/procedure.server.ts'
import { daysLate, libraryDay } from '../shared/due-day.server.ts'
import { overdueSchema, type OverdueLoan } from './overdue.schema.ts'

/** Late loans on the page, at most; a file has all. */
const MOST = 2000

const isLate = () => and(isOpenLoan, lt(loan.dueOn, libraryDay()))

/** Late loans by class, borrower and day. */
async function findOverdue(most?: number): Promise<OverdueLoan[]> {
  const query = db
    .select({
      id: loan.id,
      borrowerId: borrower.id,
      borrower: borrower.name,
      card: borrower.card,
      schoolNumber: borrower.schoolNumber,
      group: borrowerGroup.name,
      bookId: book.id,
      title: book.title,
      author: book.author,
      number: copy.number,
      dueOn: loan.dueOn,
    })
    .from(loan)
    .innerJoin(borrower, eq(borrower.id, loan.borrowerId))
    .leftJoin(borrowerGroup, eq(borrowerGroup.id, borrower.groupId))
    .innerJoin(copy, eq(copy.id, loan.copyId))
    .innerJoin(book, eq(book.id, copy.bookId))
    .where(isLate())
    .orderBy(asc(borrowerGroup.name), asc(borrowerGroup.id), asc(borrower.sortName), asc(borrower.id), asc(loan.dueOn))
    .$dynamic()
  const rows = await (most === undefined ? query : query.limit(most))
  return rows.map((row) => ({ ...row, daysLate: daysLate({ ...row, returnedAt: null }) }))
}

/** The late loans by class, 2,000 at most, and how many there are. */
const list = procedure('loan:read')
  .output(overdueSchema)
  .handler(async () => {
    const [items, total] = await Promise.all([findOverdue(MOST), db.$count(loan, isLate())])
    return { items, total }
  })

/** All late loans as a file, with headings in the language of the request. */
const exportFile = procedure('loan:read')
  .route({
    method: 'GET',
    path: '/loans/overdue/export',
    operationId: 'exportOverdueLoans',
    summary: 'Export the late loans',
    description:
      'Who has which book that is late, by class and name, with library card and school number, as CSV (with a byte order mark; cells that a spreadsheet would take for a formula begin with an apostrophe).',
    successDescription: 'The file.',
    tags: ['Loans'],
    spec: documentFile('text/csv'),
  })
  .handler(({ context: { session } }) => {
    recordExport(session.actor, { format: 'csv', what: 'loans' })
    return fileResponse(writeOverdue(), 'text/csv; charset=utf-8', `maktaba-overdue-${libraryDay()}.csv`)
  })

function writeOverdue(): AsyncGenerator<Buffer> {
  const headings = {
    group: m.borrower_group(),
    borrower: m.borrower_name(),
    card: m.borrower_card(),
    schoolNumber: m.borrower_school_number(),
    title: m.book_title(),
    author: m.book_author(),
    number: m.copy_number(),
    dueOn: m.overdue_due(),
    daysLate: m.overdue_days(),
  }
  const columns = Object.entries(headings).map(([field, heading]) => ({ field, heading }))
  return writeTable('csv', columns, overdueCells())
}

async function* overdueCells(): AsyncGenerator<string[][]> {
  const rows = await findOverdue()
  yield rows.map(({ group, borrower: name, card, schoolNumber, title, author, number, dueOn, daysLate: days }) => [
    group ?? '',
    name,
    card,
    schoolNumber,
    title,
    author,
    number,
    dueOn,
    String(days),
  ])
}

export const overdueRouter = { list, exportFile }
