import { m } from '#base/i18n/paraglide/messages.js'
import type { Noun } from '#base/lib/noun.ts'

export const copyNoun = {
  actions: { read: 'admin', create: 'admin', update: 'admin', delete: 'admin' },
  isLending: true,
  label: m.copy_list,
  manager: { to: '/manager/copies', icon: 'copies', group: 'application', under: 'book', needs: 'copy:read' },
  recorded: [
    'restore',
    'delete-for-good',
    'bulk-set',
    'bulk-delete',
    'bulk-add',
    'undo-bulk',
    'stocktake',
    'undo-stocktake',
    'move-set',
  ],
} as const satisfies Noun
