import { and, eq, exists, inArray, isNull, notExists, sql } from 'drizzle-orm'
import { readDb } from '#db/connection/client.server.ts'
import { book } from '#db/tables/book.ts'
import { copy } from '#db/tables/copy.ts'
import { hold, loan } from '#db/tables/loan.ts'

/** Whether a copy is one that is lent. */
export const isLendable = inArray(copy.condition, ['ok', 'damaged'])

/** Whether a copy of the book is on the shelf: one that is lent, not on loan and not put aside. */
export const hasFreeCopy = () =>
  exists(
    readDb()
      .select({ one: sql`1` })
      .from(copy)
      .where(
        and(
          eq(copy.bookId, book.id),
          isLendable,
          notExists(
            readDb()
              .select({ one: sql`1` })
              .from(loan)
              .where(and(eq(loan.copyId, copy.id), isNull(loan.returnedAt))),
          ),
          notExists(
            readDb()
              .select({ one: sql`1` })
              .from(hold)
              .where(eq(hold.copyId, copy.id)),
          ),
        ),
      ),
  )
