import { m } from '#base/i18n/paraglide/messages.js'
import type { Noun } from '#base/lib/noun.ts'

export const shelfNoun = {
  actions: { read: 'admin', create: 'admin', update: 'admin', delete: 'admin' },
  label: m.shelf_list,
  manager: { to: '/manager/shelves', icon: 'sort', group: 'application' },
  recorded: ['restore'],
} as const satisfies Noun
