import * as z from 'zod/mini'
import { changesOf } from '#base/lib/form/changes-of.ts'
import { withDescription, withSchemaName } from '#base/lib/schema-meta.ts'
import { pathId, storedFields } from '#base/lib/list/row-schema.ts'
import { unpagedListSchema } from '#base/lib/list/unpaged-list.ts'
import { queriedVersionInput, versionInput } from '#base/lib/list/version-input.ts'
import { viewFormSchema } from './view-form.schema.ts'

/** Views of a list that a user may have, and that all managers share. */
export const VIEW_LIMIT = 50

const EXAMPLE_ID = '01a1fc5f-3ab8-7d5e-9c31-4f5a6b7c8d9e'

const viewListSchema = withDescription(
  z.enum(['books', 'users', 'copies', 'borrowers']),
  'The list that it is a view of.',
  'books',
)
/** A list that has views. */
export type ViewList = z.infer<typeof viewListSchema>

const searchSchema = withDescription(
  z.record(z.string().check(z.maxLength(50)), z.string().check(z.maxLength(500))),
  'Search words, filters, order and columns, as the address of the list has them. Of books: `searchTerm`, `genreId`, `author`, `publisher`, `language`, `yearFrom`, `yearTo`, `subject`, `series`, `availability`, `origin`, `importId`, `sort`, `columns` (of the table: names of fields, `added` and `changed`, with commas between them); of users: `searchTerm`, `role`, `state`, `sort`; of copies: `searchTerm`, `condition`, `location`, `notSeenSince`, `neverLent`, `label`, `sort`; of borrowers: `searchTerm`, `groupId`, `state`, `sort`.',
  { searchTerm: 'atlas', sort: 'changed' },
)

/** The id of a view in a path: any text, an unknown one is not found. */
export const viewIdSchema = pathId('view', EXAMPLE_ID)

const changedSchema = z.extend(viewFormSchema, { search: searchSchema })

export const viewInputSchema = withSchemaName(
  'ViewInput',
  'The fields of a view.',
  z.extend(changedSchema, { list: viewListSchema }),
)

export const viewChangeSchema = withSchemaName(
  'ViewChange',
  'What changes of a view. A field that is not given stays as it is; `search` is replaced as a whole.',
  z.extend(changesOf(changedSchema), { ...viewIdSchema.shape, version: z.optional(versionInput('view')) }),
)
/** In the browser the version is required, since `If-Match` exists in the REST API only. */
export type ViewChange = z.input<typeof viewChangeSchema> & { version: number }

export const viewRemovalSchema = z.extend(viewIdSchema, { version: z.optional(queriedVersionInput('view')) })

/** A view as it is read. */
export const viewSchema = withSchemaName(
  'View',
  'A named search, filter and order of a list: one’s own, or one for all managers.',
  z.object({
    id: withDescription(z.uuid(), 'Id of the view.', EXAMPLE_ID),
    list: viewListSchema,
    name: z.string(),
    isShared: z.boolean(),
    search: searchSchema,
    isMine: withDescription(z.boolean(), 'Whether it is your own, or you share it.', true),
    sharedBy: withDescription(
      z.nullable(z.string()),
      'Who shares it; null for your own, and where that account is no more.',
      'Amina Hassan',
    ),
    ...storedFields('view'),
  }),
)
export type View = z.infer<typeof viewSchema>

export const viewListInputSchema = z.strictObject({ list: viewListSchema })

export const viewsSchema = withSchemaName(
  'ViewList',
  'Your own views of a list, and those for all managers.',
  unpagedListSchema(viewSchema),
)
