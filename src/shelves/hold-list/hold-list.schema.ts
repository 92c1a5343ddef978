import * as z from 'zod/mini'
import { searchTermSchema } from '#base/lib/list/list-input.ts'
import { pageInput, pageSchema } from '#base/lib/list/page-input.ts'
import { rowIdsSchema } from '#kit/row-bulk/shared/row-bulk.schema.ts'
import { holdNarrowing, holdSortSchema } from './hold-search.schema.ts'

/** Which holds the list shows. */
const holdFilterSchema = z.strictObject({ ...holdNarrowing, searchTerm: searchTermSchema })
export type HoldFilter = z.output<typeof holdFilterSchema>

export const holdPageInputSchema = z.extend(holdFilterSchema, {
  sort: holdSortSchema,
  ...pageInput,
  /** How many holds are before the page. */
  cursor: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
})

const holdRowSchema = z.object({
  id: z.uuid(),
  bookId: z.uuid(),
  title: z.string(),
  author: z.string(),
  borrowerId: z.uuid(),
  borrower: z.string(),
  group: z.nullable(z.string()),
  placedAt: z.date(),
  /** The number of the copy that is put aside. */
  number: z.nullable(z.string()),
  /** The last day on which it can be fetched; null while they wait. */
  readyUntil: z.nullable(z.string()),
  /** The place of who waits, from 1. */
  place: z.int(),
})
export type HoldRow = z.infer<typeof holdRowSchema>
export const holdPageSchema = pageSchema(holdRowSchema)

/** Selects holds: by ids, or all that a search and filters find, except some. */
export const holdsChosenSchema = z.union([
  z.strictObject({ ids: rowIdsSchema.check(z.minLength(1)) }),
  z.strictObject({ filter: holdFilterSchema, except: rowIdsSchema }),
])
export type HoldsChosen = z.input<typeof holdsChosenSchema>

export const holdIdsSchema = z.strictObject({ ids: rowIdsSchema })
