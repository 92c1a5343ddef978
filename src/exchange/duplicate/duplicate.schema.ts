import * as z from 'zod/mini'
import { bookInputSchema, bookSchema } from '#catalogue/book/book.schema.ts'
import { idSchema } from '#catalogue/book/search/book-search.schema.ts'
import { problemKey } from '#base/i18n/issue-message.ts'

/** Books of a group that are shown and merged at once. */
export const GROUP_MAX = 20

/** Books that may be the same; the most alike pair first. */
const duplicateGroupSchema = z.object({
  id: idSchema,
  /** How alike the most alike two are, up to 1. */
  score: z.number(),
  books: z.array(bookSchema),
})
export type DuplicateGroup = z.infer<typeof duplicateGroupSchema>

/** The comparison of all books. */
const duplicateRunSchema = z.object({
  isRunning: z.boolean(),
  processed: z.number(),
  total: z.number(),
  /** Null before the first comparison has ended. */
  finishedAt: z.nullable(z.date()),
})

/** The score and the id of the last group of a page. */
const CURSOR = /^[01](?:\.\d{1,12})? [0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const duplicateListInputSchema = z.object({
  cursor: z.optional(z.string().check(z.regex(CURSOR, { error: problemKey('cursor_invalid') }))),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(50)), 20),
  /** Only the groups of this book. */
  bookId: z.optional(idSchema),
})
export const duplicateListSchema = z.object({
  items: z.array(duplicateGroupSchema),
  nextCursor: z.nullable(z.string()),
  /** Groups in all. */
  total: z.number(),
})
export type DuplicateList = z.infer<typeof duplicateListSchema>

/** The number of groups, and where the comparison of all books stands; null before the first one. */
export const duplicateStateSchema = z.object({ total: z.number(), run: z.nullable(duplicateRunSchema) })
export type DuplicateState = z.infer<typeof duplicateStateSchema>

export const duplicateOfInputSchema = z.object({ id: idSchema })
export const booksSchema = z.array(bookSchema)

const othersSchema = z.array(idSchema).check(z.minLength(1), z.maxLength(GROUP_MAX))
/** A book, and others that are not the same as it. */
export const dismissalSchema = z.object({ id: idSchema, others: othersSchema })

export type Dismissal = z.infer<typeof dismissalSchema>

const fields = Object.keys(bookInputSchema.shape)
export const mergeInputSchema = z.object({
  /** The books with the versions that were seen. */
  books: z.array(z.object({ id: idSchema, version: z.int() })).check(z.minLength(2), z.maxLength(GROUP_MAX)),
  /** The book that stays. */
  keep: idSchema,
  /** For each field the book whose value is taken; the survivor where it is not named. */
  from: z._default(z.partialRecord(z.enum(fields), idSchema), {}),
})
export const mergeAnswerSchema = z.object({ mergeId: idSchema, book: bookSchema })

export const mergeIdSchema = z.object({ mergeId: idSchema })
export const splitAnswerSchema = z.object({
  /** The merged books, which are there again. */
  restored: booksSchema,
  /** The book into which `restored` were merged; null if it was deleted. */
  survivor: z.nullable(bookSchema),
  /** Fields of the survivor that were changed since the merge, and stay. */
  unrestoredFields: z.array(z.string()),
})

/** A merge of which a book is the result. */
export const bookMergesSchema = z.array(
  z.object({
    id: idSchema,
    at: z.date(),
    by: z.nullable(z.string()),
    books: z.array(z.object({ id: idSchema, title: z.string(), author: z.string() })),
  }),
)
