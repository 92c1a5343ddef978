import { SEED_GENRE_WORDS } from '#base/i18n/genre-words.ts'
import { getLocale } from '#base/i18n/locale.ts'
import { lookUp } from '#base/lib/list/look-up.ts'
import type { Genre } from './genre.schema.ts'

/** The genre's name in the current language: its own, or the translated word of a seeded one, else its `name`. */
export const genreWord = ({ slug, name, names }: Pick<Genre, 'slug' | 'name' | 'names'>): string =>
  (names ? names[getLocale()] : slug === null ? undefined : lookUp(SEED_GENRE_WORDS, slug)?.()) ?? name
