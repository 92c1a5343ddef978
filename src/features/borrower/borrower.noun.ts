import type { Noun } from '#lib/noun.ts'

export const borrowerNoun = {
  actions: { read: 'admin', create: 'admin', update: 'admin', delete: 'admin' },
  isLending: true,
  label: 'later',
  manager: { to: '/manager/borrowers', icon: 'card', group: 'application', needs: 'borrower:read' },
  recorded: ['restore', 'delete-for-good'],
} as const satisfies Noun
