import type { Noun } from '#lib/noun.ts'

// The activity does not record views: they change nothing in the library, and all managers read it, but own views are private.
export const viewNoun = {
  actions: { read: 'admin', create: 'admin', update: 'admin', delete: 'admin' },
  label: 'later',
} as const satisfies Noun
