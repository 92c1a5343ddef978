import { EDITION_MAX } from '#catalogue/book/book-fields.schema.ts'
import { cutText } from '#base/formats/text/stored-text.ts'

type Values = Readonly<Record<string, unknown>>

/** The texts of a list. */
export const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
const joined = (...parts: unknown[]): string =>
  parts
    .filter((part) => part !== undefined && part !== '')
    .map(String)
    .join(', ')
const named = ({ edition, publisher, year }: Values): string => joined(edition, publisher, year)

/** The name of a language in itself, which is the same for every reader: Kiswahili, français. */
function ownName(language: unknown): string {
  if (typeof language !== 'string') return ''
  const [itself = 'en'] = Intl.DisplayNames.supportedLocalesOf(language)
  return new Intl.DisplayNames(itself, { type: 'language' }).of(language) ?? language
}

/** What an edition may be called, until another one is not called so: in its own words, by publisher and year, by ISBN, by language. */
export function namesOf(input: Values): string[] {
  const own = input.edition === undefined ? [] : [joined(input.edition)]
  const short = cutText(named(input), EDITION_MAX - 20)
  const names = [...own, named(input), joined(short, textsOf(input.isbn)[0]), joined(short, ownName(input.language))]
  return [...new Set(names)].filter((name) => name !== '')
}
