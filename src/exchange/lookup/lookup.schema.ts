import * as z from 'zod/mini'
import { bookInputSchema, bookSchema } from '#catalogue/book/book.schema.ts'
import { sourceFailureSchema } from '#exchange/book-source/book-source.schema.ts'
import { changesOf } from '#base/lib/form/changes-of.ts'
import { lookupSources } from '#base/lib/lookup-sources.ts'

export const lookupInputSchema = z.object({
  isbn: z.string().check(z.regex(/^97[89]\d{10}$/)),
})

const foundSchema = z.object({
  source: z.enum(lookupSources),
  /** What the source says of the book; null where it does not know the ISBN. */
  book: z.nullable(changesOf(bookInputSchema)),
  /** The genre in the source's own word. `book` has the genre of this library that is called so, if there is one. */
  genre: z.nullable(z.string()),
  failure: z.nullable(sourceFailureSchema),
  /** The record names other ISBNs and not this one: mostly it is of another book, or of another form of this book. */
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
