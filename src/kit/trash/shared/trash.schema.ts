import * as z from 'zod/mini'
import { searchTermSchema } from '#base/lib/list/list-input.ts'
import { pageInput } from '#base/lib/list/page-input.ts'
import { withDescription } from '#base/lib/schema-meta.ts'

/** Things of the trash in one request, at most. */
const IDS_MAX = 10_000

export const trashIdsSchema = z.object({ ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(IDS_MAX)) })

/** The moment until which all that was deleted is deleted for good. */
export const trashUntilSchema = z.object({ until: z.date() })

/** What everything in the trash has beside its fields. */
export const trashFields = {
  deletedAt: z.date(),
  /** Null for the command line, and for a former user. */
  deletedBy: z.nullable(z.object({ id: z.uuid(), name: z.nullable(z.string()) })),
  /** Days until it is deleted for good. */
  daysLeft: z.number(),
}

export const trashFilterSchema = z.object({ searchTerm: searchTermSchema })
export const trashListInputSchema = z.extend(trashFilterSchema, pageInput)

/** What became of what was to be restored. */
export const restoredSchema = z.object({
  restored: z.array(z.uuid()),
  /** Things that stay in the trash, since `by` has their place, such as a book with the same title and author. */
  collided: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      by: z.uuid(),
      /** A copy has what was a card: `by` is the book of that copy. */
      isByCopy: z.optional(z.boolean()),
      /** A library card has what was the number of a copy: `by` is the borrower. */
      isByBorrower: z.optional(z.boolean()),
    }),
  ),
  /** Ids that are not in the trash. */
  gone: z.array(z.uuid()),
})
export type Restored = z.infer<typeof restoredSchema>

/** Whether a deletion leaves out the trash; in the REST API as text. */
export const forGoodInput = () =>
  z._default(
    withDescription(
      z.pipe(
        z.pipe(
          z.union([z.boolean(), z.enum(['true', 'false'])]),
          z.transform((given) => String(given) === 'true'),
        ),
        z.boolean(),
      ),
      'Whether it is deleted at once, without the trash: `true` cannot be undone.',
      true,
    ),
    false,
  )
