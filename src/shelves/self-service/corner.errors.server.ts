import type { ErrorRow } from '#base/errors/codes.server.ts'
import { m } from '#base/i18n/paraglide/messages.js'

/** The errors of self-service corners. */
export const cornerErrors = {
  CORNER_CLOSED: {
    status: 403,
    message: m.error_CORNER_CLOSED,
    when: 'a device asks for what a self-service corner does, and is none, is one no more, or has somebody signed in',
  },
} as const satisfies Record<string, ErrorRow>
type CornerErrors = typeof cornerErrors

declare module '#base/errors/codes.server.ts' {
  interface FloorErrors extends CornerErrors {}
}
