import type { Noun } from '#lib/noun.ts'

export const backupNoun = {
  // Not for API keys: a backup holds everything.
  actions: { read: 'admin', create: 'admin', delete: 'admin' },
  manager: {
    to: '/manager/backups',
    icon: 'archive',
    group: 'configuration',
    needs: 'backup:read',
    under: 'settings',
  },
} as const satisfies Noun
