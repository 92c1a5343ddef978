import { formatNumber } from '#base/i18n/format.ts'
import { LANGUAGE_NAMES, isLocale } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { NounWords } from '#base/lib/noun.ts'

const books = (valueOf: (field: string) => unknown): { books: string; target: string } => {
  const count = Number(valueOf('books') ?? 0)
  return { books: m.activity_books({ count, shown: formatNumber(count) }), target: String(valueOf('into') ?? '') }
}

/** Names by language, recorded as JSON. */
function namesText(json: string): string {
  const names: unknown = JSON.parse(json)
  return Object.entries(names ?? {})
    .map(([language, name]) => `${isLocale(language) ? LANGUAGE_NAMES[language] : language}: ${name}`)
    .join(' · ')
}

export const genreWords = {
  one: m.resource_genre,
  many: m.activity_genres,
  fields: {
    name: { label: m.genre_name },
    names: { label: m.genre_names, word: namesText },
    hue: { label: m.genre_hue },
  },
  sentences: {
    create: ({ names, count }) => (count === 1 ? m.activity_genre_created(names) : undefined),
    delete: ({ names, valueOf }) => {
      if (!valueOf('books')) return m.activity_genre_deleted(names)
      const words = { ...names, ...books(valueOf) }
      return valueOf('into') ? m.activity_genre_deleted_moved(words) : m.activity_genre_deleted_left(words)
    },
    merge: ({ names, valueOf }) => m.activity_genre_merged({ ...names, ...books(valueOf) }),
  },
} satisfies NounWords
