import type { FileRow } from '#base/formats/file-table.ts'
import { locales } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { NamedValue } from '#base/lib/noun.ts'
import { fold } from '#base/lib/search/fold.ts'

const WORDS = {
  score: m.material_score,
  map: m.material_map,
  video: m.material_video,
  speech: m.material_speech,
  music: m.material_music,
  picture: m.material_picture,
  electronic: m.material_electronic,
  kit: m.material_kit,
  object: m.material_object,
} satisfies Record<NonNullable<FileRow['material']>, () => string>

/** What it is called in each language: an export of ours, or an import by somebody else, may have written it in another one. */
const NAMES = new Set(locales.map((locale) => fold(m.material({}, { locale }))))

/**
 * The detail that says of what kind the material of a record is, in the current language; none for a text, or where the `details` of
 * the row have it.
 */
export function materialDetails({ material }: FileRow, details: readonly NamedValue[]): NamedValue[] {
  if (material === undefined || details.some(({ name }) => NAMES.has(fold(name)))) return []
  return [{ name: m.material(), value: WORDS[material]() }]
}
