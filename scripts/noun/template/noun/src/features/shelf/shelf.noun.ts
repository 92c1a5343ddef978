import { m } from '#i18n/paraglide/messages.js'
import type { Noun } from '#lib/noun.ts'

export const shelfNoun = {
  actions: { read: 'user', create: 'admin', update: 'admin', delete: 'admin' },
  label: m.shelf_list,
  manager: { to: '/manager/shelves', icon: 'sort', group: 'application' },
  reader: { to: '/app/shelves', icon: 'sort' },
  recorded: [],
} as const satisfies Noun
