import * as z from 'zod/mini'
import { bookSchema } from '../book.schema.ts'

/** A book as it was after an entry of its activity. */
export const bookVersionSchema = z.object({
  /** Id of the entry of the activity. */
  id: z.number(),
  book: bookSchema,
  /** This version had a genre that does not exist any more. */
  isGenreGone: z.boolean(),
})
export type BookVersion = z.infer<typeof bookVersionSchema>
