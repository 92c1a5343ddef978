import * as z from 'zod/mini'
import { locales } from '#i18n/locale.ts'
import { otherNameSchema } from './genre-edit.schema.ts'
import { genreNameSchema, hueOf, HUE_MAX, type NamedGenre } from './genre.schema.ts'

/** The fields of the form, by the names that the server uses in its problems. */
export const genreDraftSchema = z.object({
  name: genreNameSchema,
  'names.en': otherNameSchema,
  'names.fr': otherNameSchema,
  'names.ar': otherNameSchema,
  'names.sw': otherNameSchema,
  /** Null for that of the name. */
  hue: z.nullable(z.int().check(z.minimum(0), z.maximum(HUE_MAX))),
})
export type GenreDraft = Required<{
  [Field in keyof z.infer<typeof genreDraftSchema>]: Field extends 'hue' ? number | null : string
}>

/** What the form shows of a genre, or of a new one. */
export function genreDraftOf(genre: NamedGenre | undefined): GenreDraft {
  const { en: english = '', fr: french = '', ar: arabic = '', sw: swahili = '' } = genre?.names ?? {}
  return {
    name: genre?.name ?? '',
    'names.en': english,
    'names.fr': french,
    'names.ar': arabic,
    'names.sw': swahili,
    hue: genre?.hue ?? null,
  }
}

/** The draft as the server takes it. */
export const inputOf = (draft: z.infer<typeof genreDraftSchema>) => ({
  name: draft.name,
  names: Object.fromEntries(locales.map((language) => [language, draft[`names.${language}`] ?? null])),
  ...(draft.hue !== null && { hue: draft.hue }),
})

/** The hue that the draft has, or gets from its name. */
export const hueOfDraft = ({ name: text, hue }: GenreDraft): number => hue ?? hueOf(text.trim())
