import { m } from '#base/i18n/paraglide/messages.js'
import type { Noun } from '#base/lib/noun.ts'

export const genreNoun = {
  actions: { read: 'user' },
  label: m.home_genres,
  manager: { to: '/manager/genres', icon: 'tag', group: 'application', needs: 'catalogue:genres', under: 'book' },
  recorded: ['merge'],
  shownBy: ['book'],
} as const satisfies Noun
