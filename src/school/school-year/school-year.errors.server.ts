import type { ErrorRow } from '#base/errors/codes.server.ts'
import { m } from '#base/i18n/paraglide/messages.js'

/** The errors of a school's year. */
export const schoolYearErrors = {
  YEAR_END_CHANGED: {
    status: 409,
    message: m.error_YEAR_END_CHANGED,
    when: 'the classes or who is in them have changed since they were shown, or another year end runs',
  },
} as const satisfies Record<string, ErrorRow>
type SchoolYearErrors = typeof schoolYearErrors

declare module '#base/errors/codes.server.ts' {
  interface FloorErrors extends SchoolYearErrors {}
}
