import * as z from 'zod/mini'
import { locales } from '#base/i18n/locale.ts'
import { changesOf } from '#base/lib/form/changes-of.ts'
import { requiredLine } from '#base/lib/form/line-schema.ts'
import { pathId, storedFields, writtenFields } from '#base/lib/list/row-schema.ts'
import { queriedVersionInput, versionInput } from '#base/lib/list/version-input.ts'
import { withDescription, withSchemaName } from '#base/lib/schema-meta.ts'

const EXAMPLE_ID = '01a1fc5f-3ab8-7b11-8c2d-9e0f1a2b3c4d'
const REMINDERS = ['slip', 'letter'] as const
const KINDS = ['class', 'staff', 'member', 'left'] as const

// @__NO_SIDE_EFFECTS__
const count = (minimum: number, maximum: number) => z.int().check(z.minimum(minimum), z.maximum(maximum))

export const groupIdSchema = pathId('group', EXAMPLE_ID)

/** The fields of a group of borrowers, which has all rules of lending. */
export const groupInputSchema = withSchemaName(
  'BorrowerGroupInput',
  'The fields of a class or another group of borrowers.',
  z.strictObject({
    name: withDescription(
      requiredLine(100, 'name_required'),
      'Name of the group. Each name exists once, whatever its case, accents and spaces.',
      '6B',
    ),
    kind: z._default(withDescription(z.enum(KINDS), 'What kind of group it is.', 'class'), 'class'),
    loanDays: z._default(withDescription(count(1, 366), 'For how many days a book is lent.', 14), 14),
    booksAtATime: z._default(withDescription(count(0, 999), 'How many books one may have at a time.', 5), 5),
    renewals: z._default(withDescription(count(0, 99), 'How often a loan may be renewed.', 2), 2),
    reminders: z._default(
      withDescription(z.enum(REMINDERS), 'Whether who is late gets a slip, or the family a letter.', 'slip'),
      'slip',
    ),
    language: z._default(
      withDescription(
        z.nullable(z.enum(locales)),
        'The language of reminders to who has none of their own; null is that of the page from which they are printed.',
        'fr',
      ),
      null,
    ),
    nextGroupId: z._default(
      withDescription(z.nullable(z.uuid()), 'Where its borrowers go at the end of the year.', EXAMPLE_ID),
      null,
    ),
  }),
)

/** A group as it is read. */
export const groupSchema = withSchemaName(
  'BorrowerGroup',
  'A class or another group of borrowers.',
  z.object({
    id: withDescription(z.uuid(), 'Id of the group.', EXAMPLE_ID),
    ...writtenFields(groupInputSchema),
    borrowers: withDescription(z.int(), 'How many borrowers it has.', 28),
    ...storedFields('group'),
  }),
)
export type GroupInput = z.infer<typeof groupInputSchema>
export type BorrowerGroup = z.infer<typeof groupSchema>

export const groupListSchema = withSchemaName(
  'BorrowerGroupList',
  'All groups, by name.',
  z.object({ items: withDescription(z.array(groupSchema), 'The groups.') }),
)

export const groupChangeSchema = withSchemaName(
  'BorrowerGroupChange',
  'What changes of a group. A field that is not given stays as it is.',
  z.extend(changesOf(groupInputSchema), { ...groupIdSchema.shape, version: z.optional(versionInput('group')) }),
)
export const groupRemovalSchema = z.extend(groupIdSchema, { version: z.optional(queriedVersionInput('group')) })
