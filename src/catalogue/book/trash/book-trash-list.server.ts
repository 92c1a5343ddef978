import { eq, sql } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { bookChange } from '#base/db/tables/book-change.ts'
import { deletedBook } from '#base/db/tables/deleted-book.ts'
import { genre } from '#base/db/tables/genre.ts'
import { personName, user } from '#base/db/tables/user.ts'
import { defineTrashList } from '#kit/trash/shared/trash-list.server.ts'
import type { DeletedBook } from './book-trash.schema.ts'

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

/** The books of the trash, searched by title and author. */
export const bookTrashList = defineTrashList<Omit<DeletedBook, 'daysLeft'>>({
  table: deletedBook,
  changes: bookChange,
  searched: sql`${deletedBook.title} || ' ' || ${deletedBook.author}`,
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
