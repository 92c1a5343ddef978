import type { Noun } from '#lib/noun.ts'

export const genreNoun = {
  actions: { read: 'user' },
  label: 'later',
  manager: { to: '/manager/genres', icon: 'tag', group: 'application', needs: 'catalogue:genres', under: 'book' },
  recorded: ['merge'],
  shownBy: ['book'],
} as const satisfies Noun
