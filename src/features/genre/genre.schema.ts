import * as z from 'zod/mini'
import { problemKey, required } from '#i18n/issue-message.ts'
import { withDescription, withSchemaName } from '#lib/schema-meta.ts'
import { isPlainLine } from '#lib/text.ts'

/** A genre: a seeded one has a `slug` with a translated name, others show their `name`. */
export const genreSchema = withSchemaName(
  'Genre',
  'A genre. Genres are read only: the operator adds them.',
  z.object({
    id: withDescription(z.uuid(), 'Id of the genre.', '01a1fc5f-3ab8-7c3e-9d21-0f4b7d6a5e10'),
    name: withDescription(z.string(), 'Its name, in English where it has a `slug`.', 'Novel', {
      minLength: 1,
      maxLength: 100,
    }),
    slug: withDescription(
      z.nullable(z.string()),
      'Name of a genre that Maktaba knows in every language; else null.',
      'novel',
    ),
    hue: withDescription(z.int(), 'Hue of its colour, in degrees.', 262, { minimum: 0, maximum: 359 }),
  }),
)
export type Genre = z.infer<typeof genreSchema>

export const countedGenreSchema = withSchemaName(
  'CountedGenre',
  'A genre and how many books it has.',
  z.extend(genreSchema, { bookCount: withDescription(z.int().check(z.minimum(0)), 'How many books it has.', 42) }),
)
export type CountedGenre = z.infer<typeof countedGenreSchema>

/** The name of a genre that the operator adds, by command or by import. */
export const genreNameSchema = z
  .string(required('genre_required'))
  .check(
    z.trim(),
    z.minLength(1, { error: problemKey('genre_required'), abort: true }),
    z.maxLength(100),
    z.refine(isPlainLine, { error: problemKey('text_invalid') }),
  )

/** Hue of a genre derived from its name, in degrees, 0 to 359. */
export function hueOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360
  return sum
}
