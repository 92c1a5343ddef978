import { fieldText } from '#base/i18n/field-text.ts'
import { formatDateTime } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { lookUp } from '#base/lib/list/look-up.ts'
import type { FieldWords } from '#base/lib/noun.ts'
import { wordsOfNoun } from '#base/lib/noun-words.ts'
import type { Activity, ActivityValue } from './activity.schema.ts'

/** A field with a label; `genreId` counts as `genre`. */
export function fieldOf(
  { subject }: { subject: Pick<Activity['subject'], 'kind'> },
  field: string,
): FieldWords | undefined {
  const { fields = {} } = wordsOfNoun(subject.kind)
  return lookUp(fields, field) ?? lookUp(fields, `${field}Id`)
}

/** A recorded value in words. */
export function valueText(value: NonNullable<ActivityValue>, words: FieldWords, timeZone: string): string {
  if (value instanceof Date) return formatDateTime(value, timeZone)
  if (Array.isArray(value)) return fieldText(value, words)
  if (typeof value === 'object')
    return value.name === '' ? (words.goneWord ?? m.activity_genre_gone)() : (words.rowWord?.(value) ?? value.name)
  return fieldText(value, words)
}
