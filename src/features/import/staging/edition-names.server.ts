import { EDITION_MAX } from '#features/book/book-fields.schema.ts'
import { cutText } from '#formats/text/stored-text.ts'

type Values = Readonly<Record<string, unknown>>

/** The texts of a list. */
export const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
const joined = (...parts: unknown[]): string =>
  parts
    .filter((part) => part !== undefined && part !== '')
    .map(String)
    .join(', ')
const named = ({ edition, publisher, year }: Values): string => joined(edition, publisher, year)

/** What an edition may be called, until another one is not called so: in its own words, by publisher and year, by ISBN. */
export function namesOf(input: Values): string[] {
  const own = input.edition === undefined ? [] : [joined(input.edition)]
  const last = joined(cutText(named(input), EDITION_MAX - 20), textsOf(input.isbn)[0])
  return [...new Set([...own, named(input), last])].filter((name) => name !== '')
}
