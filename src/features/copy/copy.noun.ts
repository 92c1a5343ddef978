import type { Noun } from '#lib/noun.ts'

export const copyNoun = {
  actions: { read: 'admin', create: 'admin', update: 'admin', delete: 'admin' },
  isLending: true,
  label: 'later',
  // From the list of borrowers: a low window has no room for one more.
  manager: { to: '/manager/copies', icon: 'copies', group: 'elsewhere', needs: 'copy:read' },
  recorded: ['restore'],
} as const satisfies Noun
