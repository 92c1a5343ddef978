import { useSuspenseQuery } from '@tanstack/react-query'
import { getLocale } from '#base/i18n/locale.ts'
import { sorted } from '#base/lib/search/sorted.ts'
import { genresQuery } from '../genre.data.ts'
import { genreWord } from '../genre-name.words.ts'

/** Every genre, in the order of the language's letters. */
export function useGenreOptions(): { value: string; label: string }[] {
  const { data } = useSuspenseQuery(genresQuery)
  return sorted(
    data.map((genre) => ({ value: genre.id, label: genreWord(genre) })),
    (a, b) => a.label.localeCompare(b.label, getLocale()),
  )
}
