import { fold } from '#lib/search/fold.ts'
import { formatLanguage } from './format.ts'
import { languageCode, LANGUAGES } from './languages.ts'
import { locales } from './locale.ts'

let codes: Map<string, string> | undefined

/** The codes by the folded names of their languages in every language of Maktaba. */
function namedCodes(): Map<string, string> {
  codes ??= new Map(
    locales.flatMap((locale) => LANGUAGES.map((code): [string, string] => [fold(formatLanguage(code, locale)), code])),
  )
  return codes
}

/** The code of a language that is written as a code or a name: `fre`, `Français`, `الفرنسية`; undefined if it is neither. */
export const readLanguage = (text: string): string | undefined => languageCode(text) ?? namedCodes().get(fold(text))
