import * as z from 'zod/mini'
import { emailSchema } from '#auth/credentials.schema.ts'
import { lendingNumberSchema } from '#features/copy/shared/lending-number.schema.ts'
import { forGoodInput } from '#features/trash/shared/trash.schema.ts'
import { problemKey } from '#i18n/issue-message.ts'
import { locales } from '#i18n/locale.ts'
import { changesOf } from '#lib/form/changes-of.ts'
import { plainLine, requiredLine } from '#lib/form/line-schema.ts'
import { searchTermSchema } from '#lib/list/list-input.ts'
import { pageInput, pageSchema } from '#lib/list/page-input.ts'
import { listSchema, pathId, storedFields } from '#lib/list/row-schema.ts'
import { queriedVersionInput, versionInput } from '#lib/list/version-input.ts'
import { withDescription, withSchemaName } from '#lib/schema-meta.ts'
import { borrowerSortSchema } from './borrower-search.schema.ts'

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
        'The language of letters to them. It is kept, and read by nothing yet.',
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
  }),
)
export type BorrowerInput = z.infer<typeof borrowerInputSchema>

/** A borrower as it is read. */
export const borrowerSchema = withSchemaName(
  'Borrower',
  'A borrower.',
  z.object({
    id: withDescription(z.uuid(), 'Id of the borrower.', EXAMPLE_ID),
    name: z.string(),
    groupId: z.nullable(z.uuid()),
    card: z.string(),
    schoolNumber: z.string(),
    email: z.string(),
    language: z.nullable(z.enum(locales)),
    expiresOn: z.nullable(z.string()),
    note: z.string(),
    blockedNote: z.string(),
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
  searchTerm: withDescription(
    searchTermSchema,
    'Words that name, library card or school number hold, each as the beginning of a word.',
    'bar',
  ),
})

export const borrowerListInputSchema = z.extend(borrowerFilterSchema, {
  sort: withDescription(
    borrowerSortSchema,
    'By name; by when it was added, the latest first. `-desc` and `-asc` turn the order round.',
    'name',
  ),
  ...pageInput,
})

export const borrowerListSchema = listSchema('BorrowerList', 'borrowers', borrowerSchema)
export const borrowersPageSchema = pageSchema(borrowerSchema)

/** The email address of the user that a borrower is linked to; null removes the link. */
export const borrowerLinkSchema = z.strictObject({
  id: z.string(),
  version: versionInput('borrower'),
  email: z.nullable(emailSchema),
})
