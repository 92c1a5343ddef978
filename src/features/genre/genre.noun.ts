import { m } from '#i18n/paraglide/messages.js'
import type { Noun } from '#lib/noun.ts'

export const genreNoun = {
  actions: { read: 'user' },
  label: m.home_genres,
  manager: { to: '/manager/genres', icon: 'tag', group: 'application', needs: 'catalogue:genres' },
  recorded: ['merge'],
  shownBy: ['book'],
} as const satisfies Noun
