import * as z from 'zod/mini'
import { pageInput, pageSchema, searchTermSchema } from '#lib/list-input.ts'
import { shelfBookSchema } from '../book.schema.ts'
import { idSchema } from '../search/book-search.schema.ts'

/** Books of the trash in one request, at most. */
const IDS_MAX = 10_000

export const trashIdsSchema = z.object({ ids: z.array(idSchema).check(z.minLength(1), z.maxLength(IDS_MAX)) })

/** A book in the trash. */
const deletedBookSchema = z.object({
  ...shelfBookSchema.shape,
  deletedAt: z.date(),
  /** Null for the command line, and for a former user. */
  deletedBy: z.nullable(z.object({ id: z.uuid(), name: z.nullable(z.string()) })),
  /** Days until it is deleted for good. */
  daysLeft: z.number(),
})
export type DeletedBook = z.infer<typeof deletedBookSchema>

export const trashFilterSchema = z.object({ searchTerm: searchTermSchema })
export const trashListInputSchema = z.extend(trashFilterSchema, pageInput)
export const trashPageSchema = pageSchema(deletedBookSchema)
/** Null for a book that is not in the trash. */
export const deletedOrNullSchema = z.nullable(deletedBookSchema)

/** What became of books that were to be restored. */
export const restoredSchema = z.object({
  restored: z.array(idSchema),
  /** Those whose title and author the book `by` has; they stay in the trash. */
  collided: z.array(z.object({ id: idSchema, title: z.string(), by: idSchema })),
  /** Those that are not in the trash. */
  gone: z.array(idSchema),
})
export type Restored = z.infer<typeof restoredSchema>
