import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connection/client.server.ts'
import { defineList, type Filter } from '#db/list/list.server.ts'
import { bookChange } from '#db/tables/book-change.ts'
import { deletedBook } from '#db/tables/deleted-book.ts'
import { genre } from '#db/tables/genre.ts'
import { personName, user } from '#db/tables/user.ts'
import { hasWords, withDaysLeft } from '#db/trash.server.ts'
import type { DeletedBook } from './book-trash.schema.ts'

type Row = Omit<DeletedBook, 'daysLeft'>

const columns = {
  id: deletedBook.id,
  title: deletedBook.title,
  author: deletedBook.author,
  cover: deletedBook.cover,
  publisher: deletedBook.publisher,
  genre: { id: genre.id, name: genre.name, slug: genre.slug, names: genre.names, hue: genre.hue },
  deletedAt: deletedBook.deletedAt,
  deletedBy: { id: user.id, name: personName(user) },
}

/** The books of the trash as a list, the last deleted first. */
export const bookTrashList = defineList<Row>({
  name: 'deleted_book',
  table: deletedBook,
  id: deletedBook.id,
  changes: bookChange,
  orders: { deleted: { keys: [deletedBook.deletedAt], isDescending: true } },
  rows: ({ extraColumns, where, orderBy, limit }) =>
    db
      .select({ ...columns, ...extraColumns })
      .from(deletedBook)
      .leftJoin(genre, eq(genre.id, deletedBook.genreId))
      .leftJoin(user, eq(user.id, deletedBook.deletedBy))
      .where(where)
      .orderBy(...orderBy)
      .limit(limit),
})

/** A deleted book; undefined for an id that is not in the trash. */
export async function findDeletedBook(id: string): Promise<DeletedBook | undefined> {
  const [row] = await db
    .select(columns)
    .from(deletedBook)
    .leftJoin(genre, eq(genre.id, deletedBook.genreId))
    .leftJoin(user, eq(user.id, deletedBook.deletedBy))
    .where(eq(deletedBook.id, id))
  return row && withDaysLeft(row)
}

/**
 * The books of which title or author have words that begin with each word of a search. There is always a condition,
 * since the changes that the list is counted by are those of another table.
 */
export function bookTrashFilter(searchTerm: string): Filter {
  const term = searchTerm.trim()
  if (term === '') return { key: 'all', condition: sql`true` }
  const condition = hasWords(sql`${deletedBook.title} || ' ' || ${deletedBook.author}`, term)
  return { key: `words ${term}`, condition }
}
