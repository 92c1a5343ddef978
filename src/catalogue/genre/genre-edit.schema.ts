import * as z from 'zod/mini'
import { plainLine } from '#base/lib/form/line-schema.ts'
import { changesOf } from '#base/lib/form/changes-of.ts'
import { versionInput } from '#base/lib/list/version-input.ts'
import { withDescription, withSchemaName } from '#base/lib/schema-meta.ts'
import { byLanguage, genreNameSchema, HUE_MAX, NAME_MAX } from './genre.schema.ts'

/** A name in one language; null or empty for none. */
const otherNameSchema = z.optional(z.nullable(plainLine(NAME_MAX)))

/** The input for a genre. */
export const genreInputSchema = withSchemaName(
  'GenreInput',
  'What somebody says of a genre. No two genres have the same name in any language, whatever its case, accents and spaces.',
  z.strictObject({
    name: withDescription(genreNameSchema, 'Its name, shown in every language that has no other.', 'Manga'),
    names: withDescription(
      z.optional(z.strictObject(byLanguage(otherNameSchema))),
      'Its names in other languages; null or empty takes one away.',
      { fr: 'Mangas' },
    ),
    hue: withDescription(
      z.optional(z.int().check(z.minimum(0), z.maximum(HUE_MAX))),
      'Hue of its covers and its dot, in degrees; when it is added without one, it comes from its name.',
      262,
    ),
  }),
)
export type GenreFields = z.output<typeof genreInputSchema>

const EXAMPLE_ID = '01a1fc5f-3ab8-7c3e-9d21-0f4b7d6a5e10'
const idShape = { id: withDescription(z.string(), 'Id of the genre.', EXAMPLE_ID, { format: 'uuid' }) }
export const genreIdSchema = z.strictObject(idShape)

export const genreChangeSchema = withSchemaName(
  'GenreChange',
  'What changes of a genre. A field, or a language, that is not given stays as it is.',
  z.extend(changesOf(genreInputSchema), { ...idShape, version: z.optional(versionInput('genre')) }),
)

/** In `moveTo`: the books get no genre. */
export const NO_GENRE_LEFT = 'none'

export const genreRemovalSchema = z.strictObject({
  ...idShape,
  moveTo: withDescription(
    z.optional(z.union([z.enum([NO_GENRE_LEFT]), z.uuid()])),
    'Id of the genre that its books get, or `none`; required while it has books.',
    'none',
  ),
})

export const genreMergeSchema = withSchemaName(
  'GenreMerge',
  'The genre that another one is merged into.',
  z.strictObject({ ...idShape, into: withDescription(z.uuid(), 'Id of the genre that gets its books.', EXAMPLE_ID) }),
)
export type GenreChange = z.output<typeof genreChangeSchema>
