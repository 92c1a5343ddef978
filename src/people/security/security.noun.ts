import type { Noun } from '#base/lib/noun.ts'

export const securityNoun = {
  // Of everybody; one's own sign-ins need no permission.
  actions: { read: 'admin' },
} as const satisfies Noun
