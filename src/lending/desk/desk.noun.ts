import { m } from '#base/i18n/paraglide/messages.js'
import type { Noun } from '#base/lib/noun.ts'

export const deskNoun = {
  actions: { read: 'desk', lend: 'desk' },
  // The feed names everybody who was here today.
  notForKeys: ['read'],
  isLending: true,
  label: m.desk_title,
} as const satisfies Noun
