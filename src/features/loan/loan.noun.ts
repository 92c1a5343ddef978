import type { Noun } from '#lib/noun.ts'

/** Loans and holds: who has what, and who waits for what. */
export const loanNoun = {
  actions: { read: 'admin', update: 'admin' },
  isLending: true,
  label: 'later',
} as const satisfies Noun
