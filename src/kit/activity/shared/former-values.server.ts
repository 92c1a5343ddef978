import { isDeepStrictEqual } from 'node:util'
import { fieldName } from '#base/db/column-name.server.ts'
import type { activity } from '#base/db/tables/activity.ts'
import { labelInSentence } from '#base/i18n/field-text.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { wordsOfNoun } from '#base/lib/noun-words.ts'
import { fieldOf } from '../activity-values.ts'
import type { NotUndone } from '../undo/undo.schema.ts'

export type Entry = typeof activity.$inferSelect
/** Recorded values by column. */
export type Values = Record<string, unknown>

/** A column as the field of the forms: `genre_id` is `genre`. */
export const fieldOfColumn = (column: string): string => (column === 'genre_id' ? 'genre' : fieldName(column))

/** A field that stays as it is. */
export function fieldNotUndone(
  { subjectKind: kind }: Entry,
  column: string,
  reason: 'changed' | 'taken' | 'genre_gone',
): NotUndone {
  const field = fieldOfColumn(column)
  const words = fieldOf({ subject: { kind } }, field)
  if (reason === 'changed')
    return {
      field,
      reason,
      message: words ? m.undo_kept_changed({ field: labelInSentence(words) }) : m.undo_kept_otherwise(),
    }
  const taken = wordsOfNoun(kind).taken ?? m.undo_kept_taken
  return { field, reason, message: reason === 'taken' ? taken() : m.undo_kept_genre_gone() }
}

/** What says that the item does not exist any more. */
export const notUndoneGone = (): NotUndone => ({ field: null, reason: 'gone', message: m.undo_kept_gone() })

/** What says that a deleted item cannot be restored any more. */
export const notUndoneForGood = (): NotUndone => ({ field: null, reason: 'gone', message: m.undo_kept_gone_for_good() })

/**
 * The former values of the columns that an entry changed, of those whose value is still what the entry made it; the
 * others are kept.
 */
export function valuesToRestore(entry: Entry, current: Values): { values: Values; kept: NotUndone[] } {
  const values: Values = {}
  const kept: NotUndone[] = []
  for (const [column, after] of Object.entries(entry.after ?? {})) {
    if (isDeepStrictEqual(current[column] ?? null, after ?? null)) values[column] = entry.before?.[column] ?? null
    else kept.push(fieldNotUndone(entry, column, 'changed'))
  }
  return { values, kept }
}
