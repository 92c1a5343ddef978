import type { ErrorRow } from '#base/errors/codes.server.ts'
import { m } from '#base/i18n/paraglide/messages.js'

/** The errors of imports. */
export const exchangeErrors = {
  IMPORT_STATE: { status: 409, message: m.error_IMPORT_STATE, when: 'the state of the import does not allow it' },
} as const satisfies Record<string, ErrorRow>
type ExchangeErrors = typeof exchangeErrors

declare module '#base/errors/codes.server.ts' {
  interface FloorErrors extends ExchangeErrors {}
}
