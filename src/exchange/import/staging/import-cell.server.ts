import * as z from 'zod/mini'
import { fieldText } from '#base/i18n/field-text.ts'
import { locales } from '#base/i18n/locale.ts'
import { withLocale } from '#base/i18n/request-locale.server.ts'
import { westernDigits } from '#base/lib/search/digits.ts'
import { lookUp } from '#base/lib/list/look-up.ts'
import type { FieldWords } from '#base/lib/noun.ts'
import { bookInputSchema } from '#catalogue/book/book.schema.ts'
import { bookFields } from '#catalogue/book/book-fields.words.ts'
import { copyColumns } from '../copy-columns.words.ts'

/** The schema of each field of a book. */
export const FIELD_SCHEMAS: Readonly<Record<string, z.ZodMiniType | undefined>> = bookInputSchema.shape

/** The schema of a field without its default, and without "or null". */
function bare(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodMiniDefault || schema instanceof z.ZodMiniNullable) return bare(schema._zod.def.innerType)
  return schema
}

/** How long the text of a field may be, in characters. */
export const maxLengthOf = (field: string): number => MAX_LENGTHS.get(field) ?? Infinity

const MAX_LENGTHS = new Map(
  Object.entries(bookInputSchema.shape).flatMap(([field, schema]): [string, number][] => {
    const { maxLength } = z.toJSONSchema(schema, { unrepresentable: 'any' })
    return maxLength === undefined ? [] : [[field, maxLength]]
  }),
)

const wordsOf = (field: string): FieldWords | undefined =>
  lookUp<FieldWords>(bookFields, field) ?? lookUp<FieldWords>(copyColumns, field)

/** How a value is displayed in each language, in lower case. */
const textsOf = (value: string | boolean, field: string): string[] =>
  locales.map((locale) => withLocale(locale, () => fieldText(value, wordsOf(field)).toLowerCase()))

/** The labels of a field in all languages. */
export const labelsOf = (field: string): string[] =>
  locales.flatMap((locale) => withLocale(locale, () => wordsOf(field)?.label() ?? []))

/**
 * The value of a cell in the type of its field: a number in digits of any script, yes or no and a choice by their words
 * in any language. Any other text is left to the schema, which refuses what it cannot read.
 */
export function readCell(field: string, text: string): string | number | boolean {
  const schema = bare(FIELD_SCHEMAS[field])
  if (schema instanceof z.ZodMiniNumber) {
    const digits = westernDigits(text)
    return /^-?\d{1,15}$/.test(digits) ? Number(digits) : text
  }
  if (schema instanceof z.ZodMiniBoolean) {
    const given = text.toLowerCase()
    const isYes = [true, false].find((value) => [String(value), ...textsOf(value, field)].includes(given))
    return isYes ?? text
  }
  if (schema instanceof z.ZodMiniEnum) {
    const given = text.toLowerCase()
    const choices = schema.options.map(String)
    return choices.find((choice) => [choice.toLowerCase(), ...textsOf(choice, field)].includes(given)) ?? text
  }
  return text
}
