import type { ErrorRow } from '#base/errors/codes.server.ts'
import { m } from '#base/i18n/paraglide/messages.js'

/** The errors of changes of many rows. */
export const kitErrors = {
  BULK_STATE: { status: 409, message: m.error_BULK_STATE },
} as const satisfies Record<string, ErrorRow>
type KitErrors = typeof kitErrors

declare module '#base/errors/codes.server.ts' {
  interface FloorErrors extends KitErrors {}
}
