import type { Noun } from '#lib/noun.ts'

export const copyNoun = {
  actions: { read: 'admin', create: 'admin', update: 'admin', delete: 'admin' },
  isLending: true,
  label: 'later',
  recorded: ['restore'],
} as const satisfies Noun
