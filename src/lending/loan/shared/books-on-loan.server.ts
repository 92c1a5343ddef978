import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Transaction } from '#base/db/actor.server.ts'
import { book } from '#base/db/tables/book.ts'
import { copy } from '#base/db/tables/copy.ts'
import { isUnsettledLoan, loan } from '#base/db/tables/loan.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { formatDay, formatValues } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'

/** Copies on loan that a refusal names. */
const NAMED = 5

/** Throws COPY_ON_LOAN, which lists the copies, if one of the books has some on loan or owed. */
export async function requireNotOnLoan(tx: Transaction, where: SQL | undefined): Promise<void> {
  const lent = await tx
    .select({ number: copy.number, title: book.title, dueOn: loan.dueOn, lostAt: loan.lostAt })
    .from(loan)
    .innerJoin(copy, eq(copy.id, loan.copyId))
    .innerJoin(book, eq(book.id, copy.bookId))
    .where(and(isUnsettledLoan, where ?? sql`false`))
    .orderBy(copy.sortNumber)
    .limit(NAMED)
  if (lent.length === 0) return
  const copies = formatValues(
    lent.map(
      ({ number, title, dueOn, lostAt }) => `${number} ${title} (${lostAt ? m.copy_lost_owed() : formatDay(dueOn)})`,
    ),
  )
  throw createError('COPY_ON_LOAN', { sentence: m.error_COPIES_ON_LOAN({ copies }) })
}
