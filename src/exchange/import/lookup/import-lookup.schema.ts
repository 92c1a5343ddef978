import * as z from 'zod/mini'
import { fileFields } from '#catalogue/book/shared/file-fields.schema.ts'
import { failureReasonSchema } from '#exchange/book-source/book-source.schema.ts'
import { lookupSources } from '#base/lib/lookup-sources.ts'

/** What every book has that is looked up, and what sources do not say (`read-record.server.ts`). */
const NOT_FILLED = new Set(['title', 'isbn', 'shelfMark', 'details'])

/** The fields that a look-up can fill in. */
export const lookupFields: readonly string[] = fileFields.filter((field) => !NOT_FILLED.has(field))

export const lookupFieldsSchema = z.object({
  fields: z.array(z.enum(lookupFields)).check(z.minLength(1), z.maxLength(lookupFields.length)),
})

export const lookupCountSchema = z.object({
  /** The sources of LOOKUP, in the operator's order. */
  sources: z.array(z.enum(lookupSources)),
  /** Books that have an ISBN and lack one of the fields. */
  total: z.number(),
  /** By field: books that have an ISBN and lack this field. */
  byField: z.record(z.string(), z.number()),
})

/** The source that a look-up waits for. */
const waitSchema = z.object({ source: z.enum(lookupSources), reason: failureReasonSchema, until: z.date() })

/** How far a look-up is, and what it has not found. */
export const lookupStateSchema = z.object({
  wait: z.nullable(waitSchema),
  /** Null before the first book, and at the end. */
  minutesLeft: z.nullable(z.number()),
  /** Books that no source knows, those whose ISBN is of another book, and those of which not every source has said something. */
  unknown: z.number(),
  otherBooks: z.number(),
  unanswered: z.number(),
})
