import { m } from '#base/i18n/paraglide/messages.js'
import type { Noun } from '#base/lib/noun.ts'

export const sessionNoun = {
  actions: { list: 'admin', revoke: 'admin', delete: 'admin' },
  notForKeys: ['delete'],
  label: m.user_sessions,
} as const satisfies Noun
