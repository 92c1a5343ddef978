import type { Noun } from '#lib/noun.ts'

export const sessionNoun = {
  actions: { list: 'admin', revoke: 'admin', delete: 'admin' },
  notForKeys: ['delete'],
  label: 'later',
} as const satisfies Noun
