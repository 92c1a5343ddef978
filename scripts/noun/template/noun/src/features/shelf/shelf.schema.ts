import * as z from 'zod/mini'
import { problemKey, required } from '#i18n/issue-message.ts'
import { changesOf } from '#lib/form/changes-of.ts'
import { searchTermSchema } from '#lib/list/list-input.ts'
import { nextCursorSchema, pageInput, pageSchema } from '#lib/list/page-input.ts'
import { withDescription, withSchemaName } from '#lib/schema-meta.ts'
import { isPlainLine, isVisible } from '#lib/search/text.ts'
import { queriedVersionInput, versionInput } from '#lib/list/version-input.ts'
import { shelfSortSchema } from './shelf-search.schema.ts'

const EXAMPLE_ID = '01a1fc5f-3ab8-7a11-8c2d-9e0f1a2b3c4d'
const EXAMPLE_TIME = '2026-11-02T08:15:30.000Z'

/** The id of a shelf in a path: any text, an unknown one is not found. */
export const shelfIdSchema = z.strictObject({
  id: withDescription(z.string(), 'Id of the shelf.', EXAMPLE_ID, { format: 'uuid' }),
})

const plainLine = { error: problemKey('text_invalid') }

/** The fields of a shelf that people write; lengths are checked after trimming. */
export const shelfInputSchema = withSchemaName(
  'ShelfInput',
  'The fields of a shelf. Texts are trimmed before their length counts.',
  z.strictObject({
    name: withDescription(
      z
        .string(required('name_required'))
        .check(
          z.trim(),
          z.minLength(1, { error: problemKey('name_required'), abort: true }),
          z.refine(isVisible, { error: problemKey('name_required'), abort: true }),
          z.maxLength(200),
          z.refine(isPlainLine, plainLine),
        ),
      'Name of the shelf. Each name exists once, whatever its case, accents and spaces.',
      'By the window',
    ),
    note: z._default(
      withDescription(
        z.string().check(z.trim(), z.maxLength(1000), z.refine(isPlainLine, plainLine)),
        'A note about it; empty where there is none.',
        'Second floor',
      ),
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
    name: z.string(),
    note: z.string(),
    version: withDescription(
      z.int().check(z.minimum(1)),
      'Grows by one with every change; the `ETag` of the shelf holds the same number.',
      1,
    ),
    createdAt: withDescription(z.date(), 'When the shelf was added.', EXAMPLE_TIME),
    updatedAt: withDescription(z.date(), 'When the shelf was changed last.', EXAMPLE_TIME),
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

export const shelfFilterSchema = z.object({ searchTerm: searchTermSchema })
export type ShelfFilter = z.infer<typeof shelfFilterSchema>

export const shelfListInputSchema = z.strictObject({
  searchTerm: withDescription(
    searchTermSchema,
    'Words that name or note hold; each as the beginning of a word.',
    'win',
  ),
  sort: withDescription(
    shelfSortSchema,
    'By name; by when it was added, the latest first. `-desc` and `-asc` turn the order round.',
    'name',
  ),
  ...pageInput,
})
export type ShelfListInput = z.input<typeof shelfListInputSchema>

export const shelfListSchema = withSchemaName(
  'ShelfList',
  'A page of shelves.',
  z.object({
    items: withDescription(z.array(shelfSchema), 'The shelves of this page, in the order that was asked for.'),
    nextCursor: nextCursorSchema,
    total: withDescription(z.int().check(z.minimum(0)), 'How many shelves the whole list has, exactly.', 1),
  }),
)

export const shelvesPageSchema = pageSchema(shelfSchema)
