import * as z from 'zod/mini'
import { bookInputSchema, bookSchema } from '#features/book/book.schema.ts'
import { changesOf } from '#lib/form/changes-of.ts'
import { lookupSources } from '#lib/lookup-sources.ts'

export const lookupInputSchema = z.object({
  isbn: z.string().check(z.regex(/^97[89]\d{10}$/)),
})

export const failureReasonSchema = z.enum(['slow', 'busy', 'unreachable', 'refused', 'unreadable'])

/** Why a source has said nothing. `busy`: it is not asked for `seconds`. */
const failureSchema = z.object({
  reason: failureReasonSchema,
  seconds: z.optional(z.int()),
})
export type LookupFailure = z.infer<typeof failureSchema>

const foundSchema = z.object({
  source: z.enum(lookupSources),
  /** What it says of the book; null where it does not know it. */
  book: z.nullable(changesOf(bookInputSchema)),
  /** The genre in its own word. In `book` it is the genre here that is called so, if there is one. */
  genre: z.nullable(z.string()),
  failure: z.nullable(failureSchema),
  /** Its record names other ISBNs and not this one: mostly it is of another book, or of another form of this one. */
  isOther: z.boolean(),
})
export type LookupFound = z.infer<typeof foundSchema>

/** The sources of LOOKUP, in the operator's order. */
export const lookupSourcesSchema = z.array(z.enum(lookupSources))

/** What each source says, in the operator's order. */
export const lookupSchema = z.object({
  /** Books of this library that have the ISBN. */
  own: z.array(z.pick(bookSchema, { id: true, title: true, author: true })),
  sources: z.array(foundSchema),
})
export type Lookup = z.infer<typeof lookupSchema>
