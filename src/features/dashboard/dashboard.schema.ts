import * as z from 'zod/mini'
import { genreSchema } from '#features/genre/genre.schema.ts'
import { RECORDED } from '#nouns.ts'

/** What a manager sees of the library at a glance. */
export const figuresSchema = z.object({
  /** How many there are of each noun. */
  counts: z.record(z.enum(RECORDED), z.number()),
  /** Different ones, as search folds them; books without one do not count. */
  authors: z.number(),
  /** Genres that have books. */
  genres: z.number(),
  /** Users who were added this month, in the visitor's time zone. */
  newUsers: z.number(),
  /** Books added in each of the last twelve months of the visitor's time zone, oldest first; `month` such as 2026-11. */
  months: z.array(z.object({ month: z.string(), books: z.number() })),
  /** Genres that have books, those with most first. */
  byGenre: z.array(z.object({ genre: genreSchema, books: z.number() })),
  /** What somebody should look after. */
  care: z.object({
    withoutGenre: z.number(),
    withoutPublisher: z.number(),
    notOnboarded: z.number(),
    neverSignedIn: z.number(),
    /** Sample books that nobody has changed. */
    samples: z.number(),
  }),
})
export type Figures = z.infer<typeof figuresSchema>
