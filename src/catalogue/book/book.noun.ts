import { m } from '#base/i18n/paraglide/messages.js'
import type { Noun } from '#base/lib/noun.ts'

export const bookNoun = {
  actions: { read: 'user', create: 'admin', update: 'admin', delete: 'admin' },
  label: m.nav_books,
  manager: { to: '/manager/books', icon: 'book', group: 'application' },
  reader: { to: '/app/books', icon: 'book' },
  recorded: [
    'restore',
    'delete-for-good',
    'import',
    'undo-import',
    'bulk-set',
    'bulk-replace',
    'bulk-turn',
    'bulk-delete',
    'undo-bulk',
    'merge',
    'split',
  ],
  shownBy: ['genre', 'duplicate', 'copy'],
} as const satisfies Noun
