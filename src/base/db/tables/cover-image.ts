import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, instant } from './columns.ts'

/**
 * The pictures of covers. Never changed: a book with another picture names another row, so that its history, undo and the trash
 * have the former one.
 */
export const coverImage = pgTable(
  'cover_image',
  {
    /** The beginning of the SHA-256 of the bytes, and width and height in pixels: `9f86d081884c7d659a2feaa0c55ad015-480x720`. */
    id: text().primaryKey(),
    mediaType: text({ enum: ['image/jpeg', 'image/png', 'image/webp'] }).notNull(),
    bytes: bytes().notNull(),
    /** When the picture was sent last. */
    createdAt: instant().notNull().defaultNow(),
    /** Whether a book ever had the picture, which its activity then names. Set by the trigger `book_cover_used`. */
    isUsed: boolean().notNull().default(false),
  },
  (table) => [
    index('cover_image_unused_index')
      .on(table.createdAt)
      .where(sql`not ${table.isUsed}`),
  ],
)
