import type { Noun } from '#base/lib/noun.ts'

export const settingsNoun = {
  // Not for API keys: what is set says how the server can be reached and by whom.
  actions: { read: 'admin', update: 'admin' },
} as const satisfies Noun
