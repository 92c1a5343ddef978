import * as z from 'zod/mini'
import { lookupSources } from '#base/lib/lookup-sources.ts'

const problemSchema = z.object({
  key: z.string(),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
})

/** What differs, with the value of the earlier row and of this one. */
const differencesSchema = z.optional(z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })))

/** Why a row is refused, or why it changes nothing; also the faults of `formats/`. */
export const rowReasonSchema = z.discriminatedUnion('kind', [
  /** A value that its field does not allow. */
  z.object({ kind: z.literal('field'), field: z.string(), problem: problemSchema }),
  /** The cell of a field that a row needs has a formula of which the workbook has no result. */
  z.object({ kind: z.literal('formula'), field: z.string() }),
  /** The book of an earlier row, `row`, with other values. */
  z.object({
    kind: z.literal('repeated'),
    row: z.number(),
    differences: differencesSchema,
  }),
  /** A copy of the book of an earlier row, `row`, whose values count where they differ. */
  z.object({ kind: z.literal('further-copy'), row: z.number(), differences: differencesSchema }),
  /** The title of an earlier row, `row`; neither has an author by which they could be told apart. */
  z.object({ kind: z.literal('repeated-title'), row: z.number() }),
  /** Several books of the library have the title; the row, of a list of copies, does not say which is meant. */
  z.object({ kind: z.literal('several-books') }),
  /** No book: a sum below the table, the heading of a section, the names of the columns again; or hidden in a workbook. */
  z.object({ kind: z.enum(['sum', 'heading', 'header-again', 'hidden']) }),
  /** The row says the same as an earlier row, `row`. */
  z.object({ kind: z.literal('repeated-same'), row: z.number() }),
  /** Another book has the title and the author that the row would give. */
  z.object({ kind: z.literal('taken') }),
  /** A similar book exists, and similar ones are not to be added. */
  z.object({ kind: z.literal('similar') }),
  /** Another edition of a book; such rows are not to be added, or only their ISBN. */
  z.object({ kind: z.enum(['edition', 'further-isbn']) }),
  /** Books that exist are not to be changed. */
  z.object({ kind: z.literal('left') }),
  /** No source of a look-up knows the ISBN. */
  z.object({ kind: z.literal('unknown') }),
  /** The sources of a look-up know only another book with the ISBN, of this title. */
  z.object({ kind: z.literal('other-book'), title: z.string() }),
  /** These sources of a look-up have not answered, and the other sources do not know the ISBN. */
  z.object({ kind: z.literal('unanswered'), sources: z.array(z.enum(lookupSources)) }),
  z.object({ kind: z.enum(['encoding', 'quote-followed', 'quote-open', 'json', 'deleted']) }),
  z.object({ kind: z.literal('too-long'), limit: z.number() }),
  z.object({ kind: z.literal('columns'), found: z.number(), expected: z.number() }),
  z.object({ kind: z.literal('marc-record'), reason: z.enum(['truncated', 'broken']) }),
])
export type RowReason = z.infer<typeof rowReasonSchema>
