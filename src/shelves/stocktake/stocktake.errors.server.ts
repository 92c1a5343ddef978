import type { ErrorRow } from '#base/errors/codes.server.ts'
import { m } from '#base/i18n/paraglide/messages.js'

/** The errors of stock-taking. */
export const stocktakeErrors = {
  STOCKTAKE_CLOSED: {
    status: 409,
    message: m.error_STOCKTAKE_CLOSED,
    when: 'a scan is for a stock-taking that was closed',
  },
  STOCKTAKE_EMPTY: {
    status: 409,
    message: m.error_STOCKTAKE_EMPTY,
    when: 'no copy is expected where a stock-taking is to start',
  },
  STOCKTAKE_CHANGED: {
    status: 409,
    message: m.error_STOCKTAKE_CHANGED,
    when: 'nothing of this kind is to be put right any more, it is being put right, or scans stand in the way',
  },
} as const satisfies Record<string, ErrorRow>
type StocktakeErrors = typeof stocktakeErrors

declare module '#base/errors/codes.server.ts' {
  interface FloorErrors extends StocktakeErrors {}
}
