import { formatDay } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { FieldWords } from '#base/lib/noun.ts'
import { conditionWord } from '#catalogue/book/copy-condition.words.ts'

/** What files of books say of their copies: how many there are, and of each its number, place, state, note and first day. */
export const copyColumns = {
  copies: { label: m.copy_list },
  copyNumber: { label: m.copy_numbers },
  copyPlace: { label: m.copy_places },
  copyCondition: { label: m.copy_conditions, word: conditionWord },
  copyNote: { label: m.copy_notes },
  copyAcquired: { label: m.copy_days, word: formatDay },
} satisfies Record<string, FieldWords>
export type CopyColumn = keyof typeof copyColumns
