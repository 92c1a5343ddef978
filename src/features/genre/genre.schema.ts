import * as z from 'zod/mini'
import { required } from '#i18n/issue-message.ts'
import { hasControlCharacter } from '#lib/text.ts'

/** A genre as it is read: a seeded one has a `slug` with a word in each language, others show their `name`. */
export const genreSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.nullable(z.string()),
  hue: z.number(),
})
export type Genre = z.infer<typeof genreSchema>

/** The name of a genre that the command line adds. */
export const genreNameSchema = z.string(required('genre_required')).check(
  z.trim(),
  z.minLength(1, { error: 'genre_required', abort: true }),
  z.maxLength(100),
  z.refine((value) => !hasControlCharacter(value), { error: 'text_invalid' }),
)

/** Hue of a genre that nobody gave one: the same name, the same colour. Degrees, 0 to 359. */
export function hueOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360
  return sum
}
