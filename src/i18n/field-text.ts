import type { FieldWords } from '#lib/noun.ts'
import { formatNumber } from './format.ts'
import { getLocale } from './locale.ts'
import { m } from './paraglide/messages.js'

/** The value of a field as text; '' if it is empty. */
export function fieldText(value: string | number | boolean | null | undefined, field?: FieldWords): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? m.field_yes() : m.field_no()
  if (typeof value === 'number') return formatNumber(value)
  return field?.word?.(value) ?? value
}

/** The label of a field within a sentence: "title", but "ISBN". */
export function labelInSentence({ label }: FieldWords): string {
  const text = label()
  return /^\p{Lu}\p{Lu}/u.test(text) ? text : text.charAt(0).toLocaleLowerCase(getLocale()) + text.slice(1)
}
