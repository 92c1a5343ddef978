import * as z from 'zod/mini'
import { changesOf } from '#base/lib/form/changes-of.ts'
import { plainLine, requiredLine } from '#base/lib/form/line-schema.ts'
import { searchTermSchema } from '#base/lib/list/list-input.ts'
import { pageInput, pageSchema } from '#base/lib/list/page-input.ts'
import { listSchema, pathId, storedFields, writtenFields } from '#base/lib/list/row-schema.ts'
import { queriedVersionInput, versionInput } from '#base/lib/list/version-input.ts'
import { withDescription, withSchemaName } from '#base/lib/schema-meta.ts'
import { shelfSortSchema } from './shelf-search.schema.ts'

const EXAMPLE_ID = '01a1fc5f-3ab8-7a11-8c2d-9e0f1a2b3c4d'

export const shelfIdSchema = pathId('shelf', EXAMPLE_ID)

/** The fields of a shelf that people write. */
export const shelfInputSchema = withSchemaName(
  'ShelfInput',
  'The fields of a shelf. Texts are trimmed before their length counts.',
  z.strictObject({
    name: withDescription(
      requiredLine(200, 'name_required'),
      'Name of the shelf. Each name exists once, whatever its case, accents and spaces.',
      'By the window',
    ),
    note: z._default(
      withDescription(plainLine(1000), 'A note about it; empty where there is none.', 'Second floor'),
      '',
    ),
  }),
)
export type ShelfInput = z.infer<typeof shelfInputSchema>

/** A shelf as it is read. */
export const shelfSchema = withSchemaName(
  'Shelf',
  'A shelf.',
  z.object({
    id: withDescription(z.uuid(), 'Id of the shelf.', EXAMPLE_ID),
    ...writtenFields(shelfInputSchema),
    ...storedFields('shelf'),
  }),
)
export type Shelf = z.infer<typeof shelfSchema>

export const shelfChangeSchema = withSchemaName(
  'ShelfChange',
  'What changes of a shelf. A field that is not given stays as it is.',
  z.extend(changesOf(shelfInputSchema), { ...shelfIdSchema.shape, version: z.optional(versionInput('shelf')) }),
)
/** In the browser the version is required, since `If-Match` exists in the REST API only. */
export type ShelfUpdate = z.input<typeof shelfChangeSchema> & { version: number }

export const shelfRemovalSchema = z.extend(shelfIdSchema, { version: z.optional(queriedVersionInput('shelf')) })

/** Which shelves a list shows. */
export const shelfFilterSchema = z.strictObject({
  searchTerm: withDescription(
    searchTermSchema,
    'Words that name or note hold, each as the beginning of a word.',
    'win',
  ),
})
export type ShelfFilter = z.input<typeof shelfFilterSchema>

export const shelfListInputSchema = z.extend(shelfFilterSchema, {
  sort: withDescription(
    shelfSortSchema,
    'By name; by when it was added, the latest first. `-desc` and `-asc` turn the order round.',
    'name',
  ),
  ...pageInput,
})
export type ShelfListInput = z.input<typeof shelfListInputSchema>

export const shelfListSchema = listSchema('ShelfList', 'shelves', shelfSchema)
export const shelvesPageSchema = pageSchema(shelfSchema)
