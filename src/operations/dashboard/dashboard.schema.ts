import * as z from 'zod/mini'
import { genreSchema } from '#catalogue/genre/genre.schema.ts'
import { afterRestoreSchema } from '#operations/backup/after-restore.schema.ts'
import { warningSchema } from '#operations/health/warning.schema.ts'
import { RECORDED } from '#nouns.ts'

/** The figures of the dashboard. */
export const figuresSchema = z.object({
  /** How many there are of each noun. */
  counts: z.record(z.enum(RECORDED), z.number()),
  /** Different authors, compared as in a search; without books that have none. */
  authors: z.number(),
  /** Users who were added this month, in the visitor's time zone. */
  newUsers: z.number(),
  /** Books added in each of the last twelve months of the visitor's time zone, oldest first; `month` such as 2026-11. */
  months: z.array(z.object({ month: z.string(), books: z.number() })),
  /** Genres that have books, most books first. */
  byGenre: z.array(z.object({ genre: genreSchema, books: z.number() })),
  /** Numbers of records that need attention. */
  attention: z.object({
    withoutGenre: z.number(),
    withoutPublisher: z.number(),
    notOnboarded: z.number(),
    neverSignedIn: z.number(),
    /** Sample books that nobody has changed. */
    samples: z.number(),
    /** Groups of books that may be the same. */
    duplicates: z.number(),
    /** Loans that are late; none where nothing is lent. */
    overdue: z.number(),
  }),
  /** What is wrong with the server or its backups. */
  warnings: z.array(warningSchema),
  /** What is open after a restore; null where there was none, or a manager has said that all is done. */
  afterRestore: z.nullable(z.array(afterRestoreSchema)),
  /** Open loans, and those of today; null where nothing is lent. */
  lending: z.nullable(z.object({ onLoan: z.number(), lentToday: z.number() })),
})
export type Figures = z.infer<typeof figuresSchema>
