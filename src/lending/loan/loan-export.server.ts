import { asc, eq, gt, sql } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { borrower, borrowerGroup } from '#base/db/tables/borrower.ts'
import { copy } from '#base/db/tables/copy.ts'
import { loan } from '#base/db/tables/loan.ts'
import { csvFile } from '#base/csv/write-csv.ts'
import { inLocale } from '#base/i18n/in-locale.server.ts'
import { getLocale } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'

const PAGE = 2000

/** Loans in the order in which they were made, read in pages: a slow client holds no connection. */
async function* loanCells(): AsyncGenerator<string[][]> {
  for (let last: string | undefined; ;) {
    const rows = await db
      .select({
        id: loan.id,
        number: copy.number,
        title: book.title,
        card: borrower.card,
        group: borrowerGroup.name,
        lentAt: loan.lentAt,
        dueOn: loan.dueOn,
        returnedAt: loan.returnedAt,
        lostAt: loan.lostAt,
        settledAs: loan.settledAs,
      })
      .from(loan)
      .leftJoin(copy, eq(copy.id, loan.copyId))
      .leftJoin(book, eq(book.id, copy.bookId))
      .leftJoin(borrower, eq(borrower.id, loan.borrowerId))
      // The borrower's group when the copy was lent: a loan that has forgotten its borrower still has it.
      .leftJoin(borrowerGroup, eq(borrowerGroup.id, loan.groupId))
      .where(last === undefined ? undefined : gt(loan.id, sql`${last}::uuid`))
      .orderBy(asc(loan.id))
      .limit(PAGE)
    yield rows.map(({ number, title, card, group, lentAt, dueOn, returnedAt, lostAt, settledAs }) => [
      number ?? '',
      title ?? '',
      card ?? '',
      group ?? '',
      lentAt.toISOString(),
      dueOn,
      returnedAt?.toISOString() ?? '',
      lostAt?.toISOString() ?? '',
      settledAs ?? '',
    ])
    last = rows.at(-1)?.id
    if (rows.length < PAGE) return
  }
}

/** All loans, open and ended, as CSV with headings in the current language. Those that have forgotten their borrower have no card. */
export function exportLoans(): AsyncGenerator<Buffer> {
  return inLocale(getLocale(), () => {
    const headings = {
      number: m.copy_number(),
      title: m.book_title(),
      card: m.borrower_card(),
      group: m.borrower_group(),
      lentAt: m.loan_lent_at(),
      dueOn: m.overdue_due(),
      returnedAt: m.loan_returned_at(),
      lostAt: m.loan_lost_at(),
      settledAs: m.loan_settled_as(),
    }
    const columns = Object.entries(headings).map(([field, heading]) => ({ field, heading }))
    return Promise.resolve(csvFile(columns, loanCells()))
  })
}
