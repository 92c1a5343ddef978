import * as z from 'zod/mini'
import type { Locale } from '#base/i18n/locale.ts'
import { withDescription, withSchemaName } from '#base/lib/schema-meta.ts'
import { requiredLine } from '#base/lib/form/line-schema.ts'

export const NAME_MAX = 100
export const HUE_MAX = 359
const EXAMPLE_ID = '01a1fc5f-3ab8-7c3e-9d21-0f4b7d6a5e10'

const EXAMPLES: Record<Locale, string> = { en: 'Novel', fr: 'Roman', ar: 'رواية', sw: 'Riwaya' }
/** A field for each language, of one schema. */
export const byLanguage = <Schema extends z.ZodMiniType>(schema: Schema) => {
  const name = (language: Locale) => withDescription(schema, `In the language \`${language}\`.`, EXAMPLES[language])
  return { en: name('en'), fr: name('fr'), ar: name('ar'), sw: name('sw') } satisfies Record<Locale, Schema>
}

const namesSchema = z.object(byLanguage(z.optional(z.string())))

/** A genre: a seeded one has a `slug` with a translated name, until it gets other names. */
export const genreSchema = withSchemaName(
  'Genre',
  'A genre of books. Its name in a language is that of `names`; without `names` the word of its `slug`; else its `name`.',
  z.object({
    id: withDescription(z.uuid(), 'Id of the genre.', EXAMPLE_ID),
    name: withDescription(z.string(), 'Its name, in English where it has a `slug`.', 'Novel', {
      minLength: 1,
      maxLength: NAME_MAX,
    }),
    slug: withDescription(
      z.nullable(z.string()),
      'Name of a genre that Maktaba knows in every language; else null.',
      'novel',
    ),
    names: withDescription(
      z.nullable(namesSchema),
      'Its names by language, where the library has set some. A language without one shows `name`.',
      null,
    ),
    hue: withDescription(z.int(), 'Hue of its colour, in degrees.', 262, { minimum: 0, maximum: HUE_MAX }),
  }),
)
export type Genre = z.infer<typeof genreSchema>

export const countedGenreSchema = withSchemaName(
  'CountedGenre',
  'A genre and how many books it has.',
  z.extend(genreSchema, {
    bookCount: withDescription(z.int().check(z.minimum(0)), 'How many books it has.', 42),
    version: withDescription(
      z.int().check(z.minimum(1)),
      'Grows by one with every change of the genre; the `ETag` of the genre begins with the same number.',
      1,
    ),
  }),
)
export type CountedGenre = z.infer<typeof countedGenreSchema>

/** A genre with its names in all languages, as managers see and change them. */
export const namedGenreSchema = z.extend(countedGenreSchema, { names: namesSchema })
export type NamedGenre = z.infer<typeof namedGenreSchema>

/** A genre's name, in a form, a request, a command or a file. */
export const genreNameSchema = /* @__PURE__ */ requiredLine(NAME_MAX, 'genre_required')

/** Hue of a genre derived from its name, in degrees, 0 to 359. */
export function hueOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360
  return sum
}
