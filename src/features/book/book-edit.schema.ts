import * as z from 'zod/mini'
import { changesOf } from '#lib/changes-of.ts'
import { withDescription, withSchemaName } from '#lib/schema-meta.ts'
import { AUTHOR_MAX, idSchema } from './search/book-search.schema.ts'
import { bookIdSchema, bookInputSchema } from './book.schema.ts'

/** The version of a book that somebody started from. */
const versionSchema = withDescription(
  z.int().check(z.minimum(1), z.maximum(2 ** 31 - 1)),
  'The version that was read: where the book has another one by now, nothing is done.',
  1,
)

/** What is not given stays as it is. */
export const bookChangeSchema = withSchemaName(
  'BookChange',
  'What changes of a book. A field that is not given stays as it is.',
  z.extend(changesOf(bookInputSchema), { ...bookIdSchema.shape, version: z.optional(versionSchema) }),
)
/** Without `If-Match`, which is REST's, the version is needed. */
export type BookChange = z.input<typeof bookChangeSchema> & { version: number }

/** The same, also as the digits that stand in a URL. */
const queriedVersionSchema = withDescription(
  z.pipe(z.pipe(z.union([z.number(), z.string().check(z.regex(/^\d+$/))]), z.transform(Number)), versionSchema),
  'The version that was read: where the book has another one by now, nothing is done.',
  1,
)

export const bookRemovalSchema = z.extend(bookIdSchema, { version: z.optional(queriedVersionSchema) })

/** Books that something is done to at once. */
export const MANY = 100
const idsSchema = z.array(idSchema).check(z.minLength(1), z.maxLength(MANY))
export const bookIdsSchema = z.object({ ids: idsSchema })
export const genreOfManySchema = z.object({ ids: idsSchema, genreId: z.nullable(idSchema) })

/** What happened to each: `missing` was no longer there. */
export const manyReportSchema = z.object({
  results: z.array(z.object({ id: idSchema, result: z.enum(['done', 'missing']) })),
})
export type ManyReport = z.infer<typeof manyReportSchema>

export const suggestInputSchema = z.object({
  field: z.enum(['author', 'publisher']),
  text: z.string().check(z.maxLength(AUTHOR_MAX)),
})
export type SuggestInput = z.input<typeof suggestInputSchema>

/** A spelling that the catalogue has, and how many books have it. */
export const suggestionSchema = z.object({ name: z.string(), books: z.number() })
export type Suggestion = z.infer<typeof suggestionSchema>

/** A book being typed; `id` where it is one of the catalogue already. */
export const duplicatesInputSchema = z.object({
  title: z.string().check(z.maxLength(1000)),
  author: z._default(z.string().check(z.maxLength(1000)), ''),
  id: z.optional(idSchema),
})
export type DuplicatesInput = z.input<typeof duplicatesInputSchema>
