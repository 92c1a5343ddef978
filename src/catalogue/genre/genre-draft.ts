import * as z from 'zod/mini'
import { LANGUAGE_NAMES, locales, type Locale } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { plainLine } from '#base/lib/form/line-schema.ts'
import type { FieldOf } from '#base/lib/fields-of.ts'
import type { FieldWords } from '#base/lib/noun.ts'
import { genreNameSchema, hueOf, HUE_MAX, NAME_MAX, type Genre } from './genre.schema.ts'

const otherName = plainLine(NAME_MAX)

/** The fields of the form, by the names that the server uses in its problems. */
export const genreDraftSchema = z.object({
  name: genreNameSchema,
  'names.en': otherName,
  'names.fr': otherName,
  'names.ar': otherName,
  'names.sw': otherName,
  /** Null for the hue that is derived from the name. */
  hue: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(HUE_MAX))), null),
})
// A type: a form's values are a record.
export type GenreDraft = z.infer<typeof genreDraftSchema>

const otherNameWords = (language: Locale): FieldWords => ({ label: () => LANGUAGE_NAMES[language] })

export const genreDraftFields: Record<FieldOf<GenreDraft>, FieldWords> = {
  name: { label: m.genre_name },
  'names.en': otherNameWords('en'),
  'names.fr': otherNameWords('fr'),
  'names.ar': otherNameWords('ar'),
  'names.sw': otherNameWords('sw'),
  hue: { label: m.genre_hue },
}

/** What the form shows of a genre. */
export function genreDraftOf({ name, names, hue }: Pick<Genre, 'name' | 'names' | 'hue'>): GenreDraft {
  const { en: english = '', fr: french = '', ar: arabic = '', sw: swahili = '' } = names ?? {}
  return { name, 'names.en': english, 'names.fr': french, 'names.ar': arabic, 'names.sw': swahili, hue }
}

/** Fields of a draft as the server takes them. */
export function genreFieldsOf({ name, hue, ...others }: Partial<GenreDraft>) {
  const names = locales.flatMap((language) => {
    const text = others[`names.${language}`]
    return text === undefined ? [] : [[language, text]]
  })
  return {
    ...(name !== undefined && { name }),
    ...(typeof hue === 'number' && { hue }),
    ...(names.length > 0 && { names: Object.fromEntries(names) }),
  }
}

/** The hue that the draft has, or gets from its name. */
export const hueOfDraft = ({ name: text, hue }: GenreDraft): number => hue ?? hueOf(text.trim())
