import { useQuery } from '@tanstack/react-query'
import { getLocale } from '#i18n/locale.ts'
import { m } from '#i18n/paraglide/messages.js'
import { sorted } from '#lib/search/sorted.ts'
import { languageWord } from '../list/language-word.ts'
import { bookLanguagesQuery } from './book-languages.data.ts'

/** All, and the languages that books have, by their names; the chosen one at once. */
export function useLanguageOptions(chosen: string | undefined): { value: string; label: string }[] {
  const { data = [] } = useQuery(bookLanguagesQuery)
  const codes = new Set(chosen ? [...data, chosen] : data)
  return [
    { value: '', label: m.books_language_all() },
    ...sorted(
      [...codes].map((code) => ({ value: code, label: languageWord(code) })),
      (a, b) => a.label.localeCompare(b.label, getLocale()),
    ),
  ]
}
