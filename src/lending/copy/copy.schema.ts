import * as z from 'zod/mini'
import { changesOf } from '#base/lib/form/changes-of.ts'
import { plainLine } from '#base/lib/form/line-schema.ts'
import { searchTermSchema, wholeNumber } from '#base/lib/list/list-input.ts'
import { pageInput, pageSchema } from '#base/lib/list/page-input.ts'
import { listSchema, pathId, storedFields, writtenFields } from '#base/lib/list/row-schema.ts'
import { queriedVersionInput, versionInput } from '#base/lib/list/version-input.ts'
import { owesSchema } from '#lending/loan/shared/lost-loan.schema.ts'
import { withDescription, withSchemaName } from '#base/lib/schema-meta.ts'
import { lendingNumberSchema } from '#base/lib/lending-number.schema.ts'
import { COPY_CONDITIONS } from '#catalogue/book/copy-condition.words.ts'
import { copyLabelSchema, copySortSchema, copyStateSchema } from './copy-search.schema.ts'

const EXAMPLE_ID = '01a1fc5f-3ab8-7a11-8c2d-9e0f1a2b3c4d'
const EXAMPLE_BOOK_ID = '01a1fc5f-3ab8-711d-bde4-965ef5d28919'

export const copyIdSchema = pathId('copy', EXAMPLE_ID)

/** The state of a copy. */
export const conditionSchema = z.enum(COPY_CONDITIONS)

/** The fields of a copy that people write. */
export const copyInputSchema = withSchemaName(
  'CopyChangeInput',
  'The fields of a copy. Texts are trimmed before their length counts.',
  z.strictObject({
    number: z._default(
      withDescription(
        lendingNumberSchema,
        'What its label says: up to 30 letters, digits and hyphens. Left empty, it gets the next number. No copy and no library card has the number of another one.',
        '10003118',
      ),
      '',
    ),
    location: z._default(withDescription(plainLine(100), 'The room or shelf where it stands.', 'Main room'), ''),
    condition: z._default(
      withDescription(
        conditionSchema,
        'Only an `ok` or a `damaged` one is lent. One that was lent is not deleted, but `withdrawn`.',
        'ok',
      ),
      'ok',
    ),
    note: z._default(withDescription(plainLine(1000), 'A note about it.', 'Gift of Ama Mensah'), ''),
    acquiredOn: z._default(
      withDescription(z.nullable(z.iso.date()), 'The day on which the library got it.', '2026-11-02'),
      null,
    ),
    price: z._default(
      withDescription(plainLine(30), 'What it has cost, or costs to replace, as the library writes it.', '3,500 F'),
      '',
    ),
    withdrawnReason: z._default(
      withDescription(plainLine(200), 'Why it was withdrawn. Another state than `withdrawn` empties it.', 'Torn'),
      '',
    ),
    labelPrintedOn: z._default(
      withDescription(
        z.nullable(z.iso.date()),
        'The day on which its label was printed; null while it has none.',
        '2026-11-03',
      ),
      null,
    ),
  }),
)
export type CopyInput = z.infer<typeof copyInputSchema>

/** A new copy of a book. */
export const copyNewSchema = withSchemaName(
  'CopyInput',
  'The fields of a new copy, and its book.',
  z.extend(copyInputSchema, {
    bookId: withDescription(z.uuid(), 'Id of the book that it is a copy of.', EXAMPLE_BOOK_ID),
  }),
)

/** The form of copies: a hundred new ones at most, of which the first has the number. */
export const copiesFormSchema = z.strictObject({
  ...copyInputSchema.shape,
  count: z.int().check(z.minimum(1), z.maximum(100)),
})
export type CopiesForm = z.infer<typeof copiesFormSchema>

/** Several new copies of a book. */
export const copiesNewSchema = z.extend(copiesFormSchema, { bookId: z.uuid() })

/** A copy as it is read. */
export const copySchema = withSchemaName(
  'Copy',
  'A copy of a book.',
  z.object({
    id: withDescription(z.uuid(), 'Id of the copy.', EXAMPLE_ID),
    bookId: withDescription(z.uuid(), 'Id of the book that it is a copy of.', EXAMPLE_BOOK_ID),
    ...writtenFields(copyInputSchema),
    lastSeenAt: withDescription(
      z.nullable(z.date()),
      'When it was scanned last; null where it never was.',
      '2026-11-02T08:15:30.000Z',
    ),
    dueOn: withDescription(
      z.nullable(z.string()),
      'The day on which it is due, if it is on loan; null where it is not.',
      '2026-12-09',
    ),
    ...storedFields('copy'),
  }),
)
export type Copy = z.infer<typeof copySchema>

export const copyChangeSchema = withSchemaName(
  'CopyChange',
  'What changes of a copy. A field that is not given stays as it is.',
  z.extend(changesOf(copyInputSchema), {
    ...copyIdSchema.shape,
    owes: z.optional(owesSchema),
    version: z.optional(versionInput('copy')),
  }),
)

/** In the browser the version is required, since `If-Match` exists in the REST API only. */
export type CopyUpdate = z.input<typeof copyChangeSchema> & { version: number }

export const copyRemovalSchema = z.extend(copyIdSchema, { version: z.optional(queriedVersionInput('copy')) })

const copyFilterShape = {
  searchTerm: withDescription(
    searchTermSchema,
    'Words that number, place or note hold, or the book: its title, author, series or shelf mark.',
    'main',
  ),
  condition: z.optional(
    withDescription(copyStateSchema, 'Only those in this state, or by `onLoan` those that are on loan.', 'lost'),
  ),
  location: z.optional(withDescription(plainLine(100), 'Only those of this room or shelf.', 'Main room')),
  notSeenSince: z.optional(
    withDescription(z.iso.date(), 'Only those that were neither scanned nor added since this day.', '2025-09-01'),
  ),
  neverLent: z.optional(
    withDescription(
      wholeNumber(1, 50),
      'Only those that the library has had for so many years, and did not lend in them.',
      2,
    ),
  ),
  label: z.optional(
    withDescription(copyLabelSchema, 'Only those without a label, by `missing`, or with one.', 'missing'),
  ),
}

/** Which copies a list shows. */
export const copyFilterSchema = z.strictObject(copyFilterShape)

/** A copy in the list of managers: with its book, and who has it or owes it. */
const copyRowSchema = z.extend(copySchema, {
  title: z.string(),
  author: z.string(),
  shelfMark: z.string(),
  /** Id of the borrower who has the copy or owes it. */
  borrowerId: z.nullable(z.uuid()),
  borrower: z.nullable(z.string()),
  group: z.nullable(z.string()),
  /** The copy is lost, and the borrower owes it. */
  isOwed: z.boolean(),
})
export type CopyRow = z.infer<typeof copyRowSchema>

export const copiesPageSchema = pageSchema(copyRowSchema)

export const copyListInputSchema = z.strictObject({
  bookId: z.optional(withDescription(z.uuid(), 'Only those of this book.', EXAMPLE_BOOK_ID)),
  sort: withDescription(
    copySortSchema,
    'By number, the latest first, or by `seen` those first that were seen longest ago. `-desc` and `-asc` turn the order round.',
    'number',
  ),
  ...copyFilterShape,
  ...pageInput,
})
export type CopyFilter = Omit<z.output<typeof copyListInputSchema>, 'sort' | keyof typeof pageInput>

export const copyListSchema = listSchema('CopyList', 'copies', copySchema)
