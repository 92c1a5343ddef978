import { m } from '#i18n/paraglide/messages.js'
import type { Noun } from '#lib/noun.ts'

export const genreNoun = {
  actions: { read: 'user' },
  label: m.home_genres,
  recorded: ['merge'],
  shownBy: ['book'],
} as const satisfies Noun
