import * as z from 'zod/mini'
import { changesOf } from '#lib/form/changes-of.ts'
import { plainLine, requiredLine } from '#lib/form/line-schema.ts'
import { pathId, storedFields } from '#lib/list/row-schema.ts'
import { queriedVersionInput, versionInput } from '#lib/list/version-input.ts'
import { withDescription, withSchemaName } from '#lib/schema-meta.ts'

const EXAMPLE_ID = '01a1fc5f-3ab8-7b11-8c2d-9e0f1a2b3c4d'
const KINDS = ['class', 'staff', 'member'] as const

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
    nextGroupId: z._default(
      withDescription(
        z.nullable(z.uuid()),
        'Where its borrowers will go at the end of the year. It is kept, and read by nothing yet.',
        EXAMPLE_ID,
      ),
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
    name: z.string(),
    kind: z.enum(KINDS),
    loanDays: z.int(),
    booksAtATime: z.int(),
    renewals: z.int(),
    nextGroupId: z.nullable(z.uuid()),
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

/** Days on which the library is to be closed: from the first to the last, or one. */
export const closedDaysInputSchema = z.strictObject({
  from: z.iso.date(),
  to: z.optional(z.iso.date()),
  note: z._default(plainLine(100), ''),
})
export const openAgainInputSchema = z.strictObject({ from: z.iso.date(), to: z.iso.date() })

const closedDaysRangeSchema = z.object({ from: z.string(), to: z.string(), note: z.string() })
export type ClosedDays = z.infer<typeof closedDaysRangeSchema>
/** The closed days from today on; days with one note that follow each other are together. */
export const closedDaysSchema = z.array(closedDaysRangeSchema)
