import * as z from 'zod/mini'
import { forGoodInput } from '#kit/trash/shared/trash.schema.ts'
import { changesOf } from '#base/lib/form/changes-of.ts'
import { withSchemaName } from '#base/lib/schema-meta.ts'
import { queriedVersionInput, versionInput } from '#base/lib/list/version-input.ts'
import { AUTHOR_MAX, idSchema } from '../search/book-search.schema.ts'
import { bookIdSchema, bookInputSchema } from '../book.schema.ts'

export const bookChangeSchema = withSchemaName(
  'BookChange',
  'What changes of a book. A field that is not given stays as it is.',
  z.extend(changesOf(bookInputSchema), { ...bookIdSchema.shape, version: z.optional(versionInput('book')) }),
)
/** In the browser the version is required, since `If-Match` exists in the REST API only. */
export type BookChange = z.input<typeof bookChangeSchema> & { version: number }

export const bookRemovalSchema = z.extend(bookIdSchema, {
  version: z.optional(queriedVersionInput('book')),
  forGood: forGoodInput(),
})

export const suggestInputSchema = z.object({
  field: z.enum(['author', 'publisher']),
  text: z.string().check(z.maxLength(AUTHOR_MAX)),
})
export type SuggestInput = z.input<typeof suggestInputSchema>

/** A spelling of the catalogue and its number of books. */
export const suggestionSchema = z.object({ name: z.string(), books: z.number() })
export type Suggestion = z.infer<typeof suggestionSchema>

/** A book being typed; with `id` when it is being edited. */
export const duplicatesInputSchema = z.object({
  title: z.string().check(z.maxLength(1000)),
  author: z._default(z.string().check(z.maxLength(1000)), ''),
  id: z.optional(idSchema),
})
export type DuplicatesInput = z.input<typeof duplicatesInputSchema>
