import * as z from 'zod/mini'
import { idSchema } from '../search/book-search.schema.ts'

/** Books of the trash in one request, at most. */
const IDS_MAX = 10_000

export const trashIdsSchema = z.object({ ids: z.array(idSchema).check(z.minLength(1), z.maxLength(IDS_MAX)) })

/** What became of books that were to be restored. */
export const restoredSchema = z.object({
  restored: z.array(idSchema),
  /** Those whose title and author the book `by` has; they stay in the trash. */
  collided: z.array(z.object({ id: idSchema, title: z.string(), by: idSchema })),
  /** Those that are not in the trash. */
  gone: z.array(idSchema),
})
export type Restored = z.infer<typeof restoredSchema>
