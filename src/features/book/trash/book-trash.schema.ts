import * as z from 'zod/mini'
import { trashFields } from '#features/trash/shared/trash.schema.ts'
import { pageSchema } from '#lib/list/page-input.ts'
import { bookSummarySchema } from '../book.schema.ts'

/** A book in the trash. */
const deletedBookSchema = z.object({ ...bookSummarySchema.shape, ...trashFields })
export type DeletedBook = z.infer<typeof deletedBookSchema>

export const bookTrashPageSchema = pageSchema(deletedBookSchema)
/** Null for a book that is not in the trash. */
export const deletedBookOrNullSchema = z.nullable(deletedBookSchema)
