import { m } from '#base/i18n/paraglide/messages.js'
import type { Noun } from '#base/lib/noun.ts'

/** Loans and holds: who has what, and who waits for what. */
export const loanNoun = {
  actions: { read: 'admin', update: 'admin' },
  isLending: true,
  label: m.loan_list,
  reader: { to: '/app/loans', icon: 'bookmark', label: m.own_title },
} as const satisfies Noun
