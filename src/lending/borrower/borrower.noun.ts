import { m } from '#base/i18n/paraglide/messages.js'
import type { Noun } from '#base/lib/noun.ts'

export const borrowerNoun = {
  actions: { read: 'admin', create: 'admin', update: 'admin', delete: 'admin' },
  isLending: true,
  label: m.borrower_list,
  manager: { to: '/manager/borrowers', icon: 'card', group: 'application', needs: 'borrower:read' },
  recorded: [
    'restore',
    'delete-for-good',
    'import',
    'undo-import',
    'bulk-set',
    'bulk-delete',
    'undo-bulk',
    'bulk-year-end',
    'undo-bulk-year-end',
    'bulk-due-days',
    'undo-bulk-due-days',
    'bulk-calendar',
    'undo-bulk-calendar',
    'bulk-accounts',
    'undo-bulk-accounts',
    'merge',
  ],
} as const satisfies Noun
