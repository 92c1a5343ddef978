import * as z from 'zod/mini'
import { db } from '#base/db/connection/client.server.ts'
import { eachOf, type ServerSlice } from '#kit/slice.server.ts'
import { bookColumnsSchema, bookFilterSchema, bookSortSchema } from './book/search/book-search.schema.ts'
import { purgeBooks } from './book/shared/book-trash.server.ts'
import { purgeCovers } from './book/shared/cover/cover-image.server.ts'
import { undoBookCreates, undoBookDeletes, undoBookUpdates } from './book/shared/undo-book.server.ts'
import { undoGenreEnd, undoGenreUpdate } from './genre/shared/undo-genre.server.ts'

/** Milliseconds that a form may stay open before the picture in it is saved. */
const UNUSED_COVER = 7 * 24 * 3_600_000

/** What books and genres contribute on the server. */
export const catalogueSlice: ServerSlice = {
  undos: {
    'book.create': { permission: 'book:delete', needs: 'item', run: undoBookCreates },
    'book.update': { permission: 'book:update', needs: 'item', run: undoBookUpdates },
    'book.delete': { permission: 'book:delete', needs: 'deleted', run: undoBookDeletes },
    'book.restore': { permission: 'book:delete', needs: 'item', run: undoBookCreates },
    'genre.update': { permission: 'catalogue:genres', needs: 'item', run: eachOf(undoGenreUpdate) },
    'genre.delete': { permission: 'catalogue:genres', needs: 'deleted', run: eachOf(undoGenreEnd) },
    'genre.merge': { permission: 'catalogue:genres', needs: 'deleted', run: eachOf(undoGenreEnd) },
  },
  views: {
    books: {
      access: 'book:read',
      search: z.strictObject({ ...bookFilterSchema.shape, sort: bookSortSchema, columns: bookColumnsSchema }),
    },
  },
  cleanUps: [
    ({ trashEnd }) => db.transaction((tx) => purgeBooks(tx, trashEnd)),
    ({ before }) => purgeCovers(before(UNUSED_COVER)),
  ],
}
