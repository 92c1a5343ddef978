import type { Noun } from '#base/lib/noun.ts'

export const backupNoun = {
  // Not for API keys: a backup holds everything.
  actions: { read: 'admin', create: 'admin', delete: 'admin' },
} as const satisfies Noun
