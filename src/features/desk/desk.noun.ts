import type { Noun } from '#lib/noun.ts'

export const deskNoun = {
  actions: { read: 'desk', lend: 'desk' },
  // The feed names everybody who was here today.
  notForKeys: ['read'],
  isLending: true,
  label: 'later',
} as const satisfies Noun
