import { fold } from '#base/lib/search/fold.ts'
import { languageCode, LANGUAGES } from './languages.ts'
import { locales } from './locale.ts'

let codes: Map<string, string> | undefined

/** Further languages in which lists of books name languages. */
const OTHER_LOCALES = ['de', 'es', 'pt', 'it', 'nl', 'tr', 'ru', 'id', 'pl']
/** Languages that are named in themselves, as in `Ελληνικά` and `中文`. */
const SELF_NAMED =
  'am bg bn ca cs da de el es et eu fa fi ga gl ha he hi hr hu hy id ig is it ja ka km ko ku lo lt lv mg mk ml mn ms my ne nl no pl ps pt pa ro ru rw si sk sl sn so sq sr sv ta te th ti tr uk ur uz vi wo xh yo zh zu'.split(
    ' ',
  )
/** What catalogues say and CLDR does not. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  ht: 'kreyòl, kreyòl ayisyen, créole haïtien',
  zh: '汉语, 漢語, mandarin',
  es: 'castellano, castillan, castilian',
  fa: 'farsi',
  nl: 'flamand, flemish, vlaams',
  mg: 'malagasy',
}

const namesIn = (locale: string, languages: readonly string[]): [string, string][] => {
  const names = new Intl.DisplayNames(locale, { type: 'language' })
  return languages.map((code) => [fold(names.of(code) ?? code), code])
}

/** The codes by the folded names of their languages in every language of Maktaba, in further ones, and in themselves. */
function namedCodes(): Map<string, string> {
  codes ??= new Map([
    ...OTHER_LOCALES.flatMap((locale) => namesIn(locale, LANGUAGES)),
    ...SELF_NAMED.flatMap((code) => namesIn(code, [code])),
    ...Object.entries(OTHER_NAMES).flatMap(([code, names]) =>
      names.split(', ').map((name): [string, string] => [fold(name), code]),
    ),
    // Where two languages have the same name, that of Maktaba's languages counts.
    ...locales.flatMap((locale) => namesIn(locale, LANGUAGES)),
  ])
  return codes
}

/**
 * The code of a language that is written as a code or a name: `fre`, `Fr.`, `Français`, `français (langue)`, `Italiano`, `الفرنسية`;
 * undefined if it is neither.
 */
export function readLanguage(text: string): string | undefined {
  const [, short] = /^([a-z]{2})\.$/i.exec(text) ?? []
  const known = languageCode(short ?? text) ?? namedCodes().get(fold(text))
  return known ?? namedCodes().get(fold(text.replace(/\([^()]*\)$/, '')))
}
