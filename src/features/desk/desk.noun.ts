import type { Noun } from '#lib/noun.ts'

export const deskNoun = {
  actions: { read: 'admin', lend: 'admin' },
  // The feed names everybody who was here today.
  notForKeys: ['read'],
  isLending: true,
  label: 'later',
} as const satisfies Noun
