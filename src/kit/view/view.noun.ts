import { m } from '#base/i18n/paraglide/messages.js'
import type { Noun } from '#base/lib/noun.ts'

// The activity does not record views: they change nothing in the library, and all managers read it, but own views are private.
export const viewNoun = {
  actions: { read: 'admin', create: 'admin', update: 'admin', delete: 'admin' },
  label: m.views_title,
} as const satisfies Noun
