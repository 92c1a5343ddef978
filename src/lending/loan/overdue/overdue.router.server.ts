import { and, asc, eq, lt, sql } from 'drizzle-orm'
import { recordExport } from '#base/auth/security/security-log.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { borrower, borrowerGroup } from '#base/db/tables/borrower.ts'
import { copy } from '#base/db/tables/copy.ts'
import { isOpenLoan, loan } from '#base/db/tables/loan.ts'
import { csvFile } from '#base/csv/write-csv.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { fileResponse } from '#base/lib/http/file-response.server.ts'
import { dayAfter } from '#base/lib/day-start.ts'
import { documentFile } from '#base/openapi/document-problems.server.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { daysLate } from '../shared/due-day.server.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { overdueFilterSchema, overdueSchema, type OverdueFilter, type OverdueLoan } from './overdue.schema.ts'

/** Late loans on the page, at most; a file has all. */
const MOST = 2000

const isLate = ({ groupId, days }: OverdueFilter) =>
  and(
    isOpenLoan,
    lt(loan.dueOn, dayAfter(libraryDay(), 1 - days)),
    groupId === undefined ? undefined : eq(borrowerGroup.id, groupId),
  )

/** Late loans by class, borrower and day. */
async function findOverdue(filter: OverdueFilter, most?: number): Promise<OverdueLoan[]> {
  const query = db
    .select({
      id: loan.id,
      borrowerId: borrower.id,
      borrower: sql<string>`coalesce(${borrower.name}, '')`,
      card: sql<string>`coalesce(${borrower.card}, '')`,
      schoolNumber: sql<string>`coalesce(${borrower.schoolNumber}, '')`,
      group: borrowerGroup.name,
      bookId: book.id,
      title: book.title,
      author: book.author,
      number: copy.number,
      setId: loan.setId,
      dueOn: loan.dueOn,
    })
    .from(loan)
    .leftJoin(borrower, eq(borrower.id, loan.borrowerId))
    // A class that has copies of a class set as a whole, or else that of the borrower.
    .leftJoin(borrowerGroup, eq(borrowerGroup.id, sql`coalesce(${loan.classId}, ${borrower.groupId})`))
    .innerJoin(copy, eq(copy.id, loan.copyId))
    .innerJoin(book, eq(book.id, copy.bookId))
    .where(isLate(filter))
    .orderBy(asc(borrowerGroup.name), asc(borrowerGroup.id), asc(borrower.sortName), asc(borrower.id), asc(loan.dueOn))
    .$dynamic()
  const rows = await (most === undefined ? query : query.limit(most))
  return rows.map(({ setId, ...row }) => ({
    ...row,
    set: setId === null ? null : { id: setId, count: 1 },
    daysLate: daysLate({ ...row, returnedAt: null }),
  }))
}

/** The late loans by class, 2,000 at most, and how many there are. All of them but for a filter. */
const list = procedure('loan:read')
  .input(overdueFilterSchema)
  .output(overdueSchema)
  .handler(async ({ input }) => {
    const items = await findOverdue(input, MOST + 1)
    const total = items.length > MOST ? (await findOverdue(input)).length : items.length
    return { items: foldSets(items.slice(0, MOST)), total, day: libraryDay() }
  })

/** The late copies of a class set as one entry, by the first day. */
function foldSets(loans: readonly OverdueLoan[]): OverdueLoan[] {
  const folded: OverdueLoan[] = []
  for (const one of loans) {
    const same = one.set && folded.find(({ set }) => set?.id === one.set?.id)
    if (same?.set) same.set = { ...same.set, count: same.set.count + 1 }
    else folded.push({ ...one })
  }
  return folded
}

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
  .input(overdueFilterSchema)
  .handler(({ input, context: { session } }) => {
    recordExport(session.actor, { format: 'csv', what: 'loans' })
    return fileResponse(writeOverdue(input), 'text/csv; charset=utf-8', `maktaba-overdue-${libraryDay()}.csv`)
  })

function writeOverdue(filter: OverdueFilter): AsyncGenerator<Buffer> {
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
  return csvFile(columns, overdueCells(filter))
}

async function* overdueCells(filter: OverdueFilter): AsyncGenerator<string[][]> {
  const rows = await findOverdue(filter)
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
