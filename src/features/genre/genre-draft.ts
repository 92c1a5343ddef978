import * as z from 'zod/mini'
import { locales } from '#i18n/locale.ts'
import { fieldsOf } from '#lib/fields-of.ts'
import { otherNameSchema } from './genre-edit.schema.ts'
import { genreNameSchema, hueOf, HUE_MAX, namedGenreSchema, type NamedGenre } from './genre.schema.ts'

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
export function genreDraftOf(genre: Pick<NamedGenre, 'name' | 'names' | 'hue'> | undefined): GenreDraft {
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

/** The fields in which two drafts differ. */
const changedFields = (draft: GenreDraft, base: GenreDraft): (keyof GenreDraft)[] =>
  fieldsOf(draft).filter((field) => draft[field] !== base[field])

const pick = (draft: GenreDraft, fields: readonly (keyof GenreDraft)[]): Partial<GenreDraft> =>
  Object.fromEntries(fields.map((field) => [field, draft[field]]))

/** What a draft changes of a genre, as the server takes it, and what was read of that. */
export function changeOf(draft: GenreDraft, base: GenreDraft) {
  const fields = changedFields(draft, base)
  return { ...nested(pick(draft, fields)), was: nested(pick(base, fields)) }
}

/** A draft after somebody else has saved the genre: fields that were not edited get the saved values. */
export const rebased = (draft: GenreDraft, base: GenreDraft, theirs: GenreDraft): GenreDraft => ({
  ...theirs,
  ...pick(draft, changedFields(draft, base)),
})

function nested({ name, hue, ...others }: Partial<GenreDraft>) {
  const names = locales.flatMap((language) => {
    const text = others[`names.${language}`]
    return text === undefined ? [] : [[language, text.trim()]]
  })
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(typeof hue === 'number' && { hue }),
    ...(names.length > 0 && { names: Object.fromEntries(names) }),
  }
}

/** The draft of a new genre as the server takes it. */
export const inputOf = (draft: z.infer<typeof genreDraftSchema>) => ({
  name: draft.name,
  names: Object.fromEntries(locales.map((language) => [language, draft[`names.${language}`] ?? null])),
  ...(draft.hue !== null && { hue: draft.hue }),
})

/** The hue that the draft has, or gets from its name. */
export const hueOfDraft = ({ name: text, hue }: GenreDraft): number => hue ?? hueOf(text.trim())

/** A genre as a conflict has it. */
export const conflictSchema = z.pick(namedGenreSchema, { name: true, names: true, hue: true })
