import * as z from 'zod/mini'
import { trashFields, trashIdsSchema } from '#kit/trash/shared/trash.schema.ts'

/** A copy in the trash, but for those that went there with their book and come back with it. */
export const deletedCopySchema = z.object({
  id: z.uuid(),
  number: z.string(),
  location: z.string(),
  bookId: z.uuid(),
  /** The title of its book, also of one in the trash; null where that is gone for good. */
  title: z.nullable(z.string()),
  ...trashFields,
})
export type DeletedCopy = z.infer<typeof deletedCopySchema>

/** `isRenumbered`: with the next number where another copy or a library card has the former one by now. */
export const copyRestorationSchema = z.extend(trashIdsSchema, { isRenumbered: z._default(z.boolean(), false) })
