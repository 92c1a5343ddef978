import * as z from 'zod/mini'
import { BATCH_STATES } from '#base/lib/batch-states.ts'
import { problemKey } from '#base/i18n/issue-message.ts'
import { fieldValueSchema } from '#base/lib/form/field-value.schema.ts'
import { nextCursorSchema, pageInput } from '#base/lib/list/page-input.ts'
import { isPlainLine } from '#base/lib/search/text.ts'
import { bookInputSchema, type BookInput } from '#catalogue/book/book.schema.ts'
import { fileFields } from '#catalogue/book/shared/file-fields.schema.ts'
import { bookFilterSchema, idSchema } from '#catalogue/book/search/book-search.schema.ts'

/** Maximum ids per request; a larger set is selected by its search and filter. */
const IDS_MAX = 20_000
const idsSchema = z.array(idSchema).check(z.maxLength(IDS_MAX))

/** Selects books: by ids, or all that a search and a filter find, except some. */
const bulkBooksSchema = z.union([
  z.strictObject({ ids: idsSchema.check(z.minLength(1)) }),
  z.strictObject({ filter: bookFilterSchema, except: idsSchema }),
])
export type BulkBooks = z.input<typeof bulkBooksSchema>

const defaults = Object.entries(bookInputSchema.parse({ title: '-' }))
/** What many books do not have in common: the title is required, and numbers and details are those of one book. */
const OF_ONE = ['title', 'isbn', 'volume', 'details'] as const
const isOfOne = (field: string): boolean => OF_ONE.some((one) => one === field)
/** The fields that can be set or cleared for many books. */
export const bulkSetFields = fileFields.filter((field) => !isOfOne(field))
type BulkField = Exclude<keyof BookInput, (typeof OF_ONE)[number] | 'cover'>
export const isBulkField = (field: string): field is BulkField => bulkSetFields.includes(field)
/** The fields of text, in which something can be replaced, and the lists of which each entry is a text. */
export const bulkTextFields = defaults
  .filter(([field, value]) => typeof value === 'string' || (Array.isArray(value) && !isOfOne(field)))
  .map(([field]) => field)

/** A value as in the input of a book. */
export const operationValueSchema = z.nullable(z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))

const text = z.string().check(z.maxLength(500), z.refine(isPlainLine, { error: problemKey('text_invalid') }))

/** What is done to each book. `value` is as in the input of a book, null or empty to clear the field. */
const bulkOperationSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('set'), field: z.enum(bulkSetFields), value: operationValueSchema }),
  z.strictObject({
    kind: z.literal('replace'),
    field: z.enum(bulkTextFields),
    /** Exactly as written, with case, accents and spaces. */
    find: text.check(z.minLength(1)),
    by: text,
    isWholeWord: z.boolean(),
  }),
  /** `Last, First` becomes `First Last`, as an import turns it. */
  z.strictObject({ kind: z.literal('turn'), field: z.literal('author') }),
  z.strictObject({ kind: z.literal('delete') }),
])
export type BulkOperationInput = z.input<typeof bulkOperationSchema>

/** The permission that an operation, and its undo, needs. */
export const permissionOf = ({ kind }: Pick<BulkOperationInput, 'kind'>) =>
  kind === 'delete' ? 'book:delete' : 'book:update'

/** Whether an operation deletes without the trash: it cannot be undone. */
export const isForGood = (operation: { kind: string; isForGood?: boolean | undefined }): boolean =>
  operation.kind === 'delete' && operation.isForGood === true

export const bulkInputSchema = z.object({ books: bulkBooksSchema, operation: bulkOperationSchema })
export type BulkInput = z.input<typeof bulkInputSchema>

/** A bulk change. Its counts are the expected ones while it waits, else those of the processed books. */
export const bulkSchema = z.object({
  id: idSchema,
  state: z.enum(BATCH_STATES),
  operation: z.object({
    kind: z.enum(['set', 'replace', 'turn', 'delete']),
    field: z.optional(z.string()),
    /** A deletion without the trash, which cannot be undone. */
    isForGood: z.optional(z.boolean()),
  }),
  /** The change is being undone, or its undo has failed. */
  isUndoing: z.boolean(),
  total: z.number(),
  /** Books that the current step has processed. An undo counts down to 0. */
  processed: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  refused: z.number(),
  /** Books that the undo left alone: edited after the change, or not there any more; `gone` counts the latter. */
  kept: z.number(),
  gone: z.number(),
})
export type Bulk = z.infer<typeof bulkSchema>

/** The bulk change that runs; null where none does. */
export const runningBulkSchema = z.object({ id: z.nullable(idSchema) })

export const bulkIdSchema = z.object({ id: idSchema })

const bulkResultSchema = z.enum(['changed', 'unchanged', 'refused'])
export const bulkRowsInputSchema = z.object({
  id: idSchema,
  result: z.optional(z.enum([...bulkResultSchema.options, 'kept'])),
  cursor: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
  limit: pageInput.limit,
})

/** Another book has the title and author; the field does not allow the text; edited meanwhile; deleted meanwhile; a copy is on loan. */
const bulkReasonSchema = z.enum(['taken', 'invalid', 'changed', 'missing', 'on_loan'])

const bulkRowSchema = z.object({
  at: z.number(),
  bookId: idSchema,
  title: z.string(),
  author: z.string(),
  result: bulkResultSchema,
  reason: z.nullable(bulkReasonSchema),
  /** The value of the field, for a genre its id. */
  before: fieldValueSchema,
  after: fieldValueSchema,
  kept: z.nullable(bulkReasonSchema),
})
export type BulkRow = z.infer<typeof bulkRowSchema>
export const bulkRowsSchema = z.object({ items: z.array(bulkRowSchema), nextCursor: nextCursorSchema })

export const bulkMoveSchema = z.object({
  id: idSchema,
  to: z.enum(['start', 'cancel', 'undo']),
  /** For the start of a deletion: without the trash. */
  isForGood: z._default(z.boolean(), false),
})
