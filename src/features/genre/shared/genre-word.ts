import { getLocale } from '#i18n/locale.ts'
import { lookUp } from '#lib/list/look-up.ts'
import { m } from '#i18n/paraglide/messages.js'
import type { Genre } from '../genre.schema.ts'

const WORDS: Record<string, () => string> = {
  novel: m.genre_novel,
  classics: m.genre_classics,
  children: m.genre_children,
  'young-adult': m.genre_young_adult,
  science: m.genre_science,
  history: m.genre_history,
  fantasy: m.genre_fantasy,
  'science-fiction': m.genre_science_fiction,
  memoir: m.genre_memoir,
  biography: m.genre_biography,
  poetry: m.genre_poetry,
  drama: m.genre_drama,
  fable: m.genre_fable,
  'short-stories': m.genre_short_stories,
  crime: m.genre_crime,
  adventure: m.genre_adventure,
  romance: m.genre_romance,
  comics: m.genre_comics,
  philosophy: m.genre_philosophy,
  religion: m.genre_religion,
  society: m.genre_society,
  nature: m.genre_nature,
  health: m.genre_health,
  art: m.genre_art,
  education: m.genre_education,
  language: m.genre_language,
  cooking: m.genre_cooking,
  travel: m.genre_travel,
}

/** The genre's name in the current language: its own, or the translated word of a seeded one, else its `name`. */
export const genreWord = ({ slug, name, names }: Pick<Genre, 'slug' | 'name' | 'names'>): string =>
  (names ? names[getLocale()] : slug === null ? undefined : lookUp(WORDS, slug)?.()) ?? name
