import * as z from 'zod/mini'
import { trashFields } from '#kit/trash/shared/trash.schema.ts'
import { bookSummarySchema } from '../book.schema.ts'

/** A book in the trash. */
export const deletedBookSchema = z.object({ ...bookSummarySchema.shape, ...trashFields })
export type DeletedBook = z.infer<typeof deletedBookSchema>
