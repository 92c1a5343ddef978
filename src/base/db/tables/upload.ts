import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { newId } from '#base/lib/id.ts'
import { bytes, instant } from './columns.ts'

/** A file that was sent to the server. In the database, so that whichever process needs it has it. */
export const upload = pgTable(
  'upload',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    filename: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [index('upload_created_at_index').on(table.createdAt)],
)

/** The bytes of an upload, in order. */
export const uploadChunk = pgTable(
  'upload_chunk',
  {
    uploadId: uuid()
      .notNull()
      .references(() => upload.id, { onDelete: 'cascade' }),
    at: integer().notNull(),
    bytes: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.uploadId, table.at] })],
)
