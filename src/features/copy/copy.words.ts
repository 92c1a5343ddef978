import { formatDay } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { lookUp } from '#lib/list/look-up.ts'
import type { FieldWords, NounWords } from '#lib/noun.ts'
import type { Copy, CopyInput } from './copy.schema.ts'

const CONDITIONS: Record<Copy['condition'], () => string> = {
  ok: m.copy_ok,
  damaged: m.copy_damaged,
  lost: m.copy_lost,
  withdrawn: m.copy_withdrawn,
  reference: m.copy_reference,
}

/** What state a copy is in. */
export const conditionWord = (condition: string): string => lookUp(CONDITIONS, condition)?.() ?? condition

/** The labels of the fields, in the order of the form; a new field does not compile without an entry. */
export const copyFields = {
  number: { label: m.copy_number },
  location: { label: m.copy_location },
  condition: { label: m.copy_condition, word: conditionWord },
  note: { label: m.copy_note },
  acquiredOn: { label: m.copy_acquired, word: formatDay },
} satisfies Record<keyof CopyInput, FieldWords>

export const copyWords = {
  one: m.copy_one,

  many: m.copy_count,
  fields: copyFields,
} satisfies NounWords
