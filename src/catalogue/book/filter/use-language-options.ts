import { useQuery } from '@tanstack/react-query'
import { formatLanguage } from '#base/i18n/format.ts'
import { getLocale } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { sorted } from '#base/lib/search/sorted.ts'

import { bookLanguagesQuery } from './book-languages.data.ts'

/** All, and the languages that books have, by their names; the chosen one at once. */
export function useLanguageOptions(chosen: string | undefined): { value: string; label: string }[] {
  const { data = {} } = useQuery(bookLanguagesQuery)
  const codes = new Set([...Object.keys(data), ...(chosen ? [chosen] : [])])
  return [
    { value: '', label: m.books_language_all() },
    ...sorted(
      [...codes].map((code) => ({ value: code, label: formatLanguage(code) })),
      (a, b) => a.label.localeCompare(b.label, getLocale()),
    ),
  ]
}
