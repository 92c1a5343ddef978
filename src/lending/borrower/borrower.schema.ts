import * as z from 'zod/mini'
import { emailSchema } from '#base/auth/credentials.schema.ts'
import { lendingNumberSchema } from '#base/lib/lending-number.schema.ts'
import { forGoodInput } from '#kit/trash/shared/trash.schema.ts'
import { problemKey } from '#base/i18n/issue-message.ts'
import { locales } from '#base/i18n/locale.ts'
import { changesOf } from '#base/lib/form/changes-of.ts'
import { plainLine, requiredLine } from '#base/lib/form/line-schema.ts'
import { searchTermSchema } from '#base/lib/list/list-input.ts'
import { pageInput, pageSchema } from '#base/lib/list/page-input.ts'
import { listSchema, pathId, storedFields, writtenFields } from '#base/lib/list/row-schema.ts'
import { queriedVersionInput, versionInput } from '#base/lib/list/version-input.ts'
import { withDescription, withSchemaName } from '#base/lib/schema-meta.ts'
import { rowIdsSchema } from '#kit/row-bulk/shared/row-bulk.schema.ts'
import { borrowerSortSchema, borrowerStateSchema } from './borrower-search.schema.ts'

const EXAMPLE_ID = '01a1fc5f-3ab8-7a11-8c2d-9e0f1a2b3c4d'

export const borrowerIdSchema = pathId('borrower', EXAMPLE_ID)

/** The fields of a borrower that people write. */
export const borrowerInputSchema = withSchemaName(
  'BorrowerInput',
  'The fields of a borrower. Texts are trimmed before their length counts.',
  z.strictObject({
    name: withDescription(requiredLine(200, 'name_required'), 'Name of the borrower.', 'Baraka Otieno'),
    groupId: z._default(
      withDescription(z.nullable(z.uuid()), 'Id of the class or group, which has the rules of lending.', EXAMPLE_ID),
      null,
    ),
    card: z._default(
      withDescription(
        lendingNumberSchema,
        'The number of the library card: up to 30 letters, digits and hyphens. Left empty, it gets the next number. No library card and no copy has the number of another one.',
        '20004176',
      ),
      '',
    ),
    schoolNumber: z._default(
      withDescription(plainLine(50), 'The number in the lists of the school; each exists once.', 'S-2214'),
      '',
    ),
    email: z._default(
      withDescription(
        plainLine(254).check(
          z.refine((text) => text === '' || /^\S+@\S+$/.test(text), { error: problemKey('email_invalid') }),
        ),
        'Where reminders may be sent.',
        'otieno@example.org',
      ),
      '',
    ),
    language: z._default(
      withDescription(
        z.nullable(z.enum(locales)),
        'The language of letters and mails to them; null is that of the group.',
        'sw',
      ),
      null,
    ),
    expiresOn: z._default(
      withDescription(
        z.nullable(z.iso.date()),
        'The last day of the library card; null where it has none.',
        '2027-07-31',
      ),
      null,
    ),
    note: z._default(withDescription(plainLine(1000), 'A note, shown at the desk.', 'Sister of Neema'), ''),
    blockedNote: z._default(
      withDescription(plainLine(500), 'Why nothing is lent to them; empty where something is.', ''),
      '',
    ),
    cardPrintedOn: z._default(
      withDescription(
        z.nullable(z.iso.date()),
        'The day on which the library card was printed; null while it was not. Another number of the card empties it.',
        '2026-11-03',
      ),
      null,
    ),
  }),
)
export type BorrowerInput = z.infer<typeof borrowerInputSchema>

/** A borrower as it is read. */
export const borrowerSchema = withSchemaName(
  'Borrower',
  'A borrower.',
  z.object({
    id: withDescription(z.uuid(), 'Id of the borrower.', EXAMPLE_ID),
    ...writtenFields(borrowerInputSchema),
    userId: withDescription(
      z.nullable(z.uuid()),
      'Id of the user who sees these loans; null where there is none.',
      EXAMPLE_ID,
    ),
    groupName: withDescription(z.nullable(z.string()), 'Name of the class or group.', '6B'),
    openLoans: withDescription(z.int(), 'How many books they have.', 3),
    owes: withDescription(z.int(), 'How many lost books they owe.', 0),
    ...storedFields('borrower'),
  }),
)
export type Borrower = z.infer<typeof borrowerSchema>

export const borrowerChangeSchema = withSchemaName(
  'BorrowerChange',
  'What changes of a borrower. A field that is not given stays as it is.',
  z.extend(changesOf(borrowerInputSchema), {
    ...borrowerIdSchema.shape,
    version: z.optional(versionInput('borrower')),
  }),
)

export const borrowerRemovalSchema = z.extend(borrowerIdSchema, {
  version: z.optional(queriedVersionInput('borrower')),
  forGood: forGoodInput(),
})

/** Which borrowers a list shows. */
export const borrowerFilterSchema = z.strictObject({
  groupId: z.optional(withDescription(z.uuid(), 'Only those of this class or group.', EXAMPLE_ID)),
  state: z.optional(
    withDescription(
      borrowerStateSchema,
      'Only those with late books, who owe lost ones, who are blocked, or whose library card has expired or is not yet printed.',
      'late',
    ),
  ),
  searchTerm: withDescription(
    searchTermSchema,
    'Words that name, library card or school number hold, each as the beginning of a word.',
    'bar',
  ),
})
export type BorrowerFilter = z.output<typeof borrowerFilterSchema>

/** Selects borrowers: by ids, or all that a search and a filter find, except some. */
export const borrowersChosenSchema = z.union([
  z.strictObject({ ids: rowIdsSchema.check(z.minLength(1)) }),
  z.strictObject({ filter: borrowerFilterSchema, except: rowIdsSchema }),
])
export type BorrowersChosen = z.input<typeof borrowersChosenSchema>

export const borrowerListInputSchema = z.extend(borrowerFilterSchema, {
  sort: withDescription(
    borrowerSortSchema,
    'By name; by when it was added, the latest first. `-desc` and `-asc` turn the order round.',
    'name',
  ),
  ...pageInput,
})

export const borrowerListSchema = listSchema('BorrowerList', 'borrowers', borrowerSchema)

/** A borrower in the list of managers. */
const borrowerRowSchema = z.extend(borrowerSchema, {
  /** How many of their books are late. */
  late: z.int(),
  /** The last time that something was lent to them or came back, as far as their loans remember them. */
  lastSeenAt: z.nullable(z.date()),
})
export type BorrowerRow = z.infer<typeof borrowerRowSchema>
export const borrowersPageSchema = pageSchema(borrowerRowSchema)

/** The email address of the user that a borrower is linked to; null removes the link. */
export const borrowerLinkSchema = z.strictObject({
  id: z.string(),
  version: versionInput('borrower'),
  email: z.nullable(emailSchema),
})
