import type { ErrorRow } from '#base/errors/codes.server.ts'
import { m } from '#base/i18n/paraglide/messages.js'

/** The errors of accounts for a class. */
export const classAccountErrors = {
  CLASS_ACCOUNTS_CHANGED: {
    status: 409,
    message: m.error_CLASS_ACCOUNTS_CHANGED,
    when: 'borrowers or accounts have changed since they were shown, or nothing is left to be done',
  },
} as const satisfies Record<string, ErrorRow>
type ClassAccountErrors = typeof classAccountErrors

declare module '#base/errors/codes.server.ts' {
  interface FloorErrors extends ClassAccountErrors {}
}
