import type { ValueOfField, FieldWords, NamedValue } from '#base/lib/noun.ts'
import { formatNumber, formatValues } from './format.ts'
import { getLocale } from './locale.ts'
import { m } from './paraglide/messages.js'

/** The value of a field as text; '' if it is empty. */
export function fieldText(value: ValueOfField | undefined, field?: FieldWords): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? m.field_yes() : m.field_no()
  if (typeof value === 'object') return formatValues(value.map((one) => itemText(one, field)))
  return field?.word?.(String(value)) ?? (typeof value === 'number' ? formatNumber(value) : value)
}

/** A text of a list, or a pair of name and value. */
const itemText = (item: string | NamedValue, field?: FieldWords): string =>
  typeof item === 'string' ? (field?.word?.(item) ?? item) : m.field_pair(item)

/** The label of a field within a sentence: "title", but "ISBN". */
export function labelInSentence({ label }: FieldWords): string {
  const text = label()
  return /^\p{Lu}\p{Lu}/u.test(text) ? text : text.charAt(0).toLocaleLowerCase(getLocale()) + text.slice(1)
}
