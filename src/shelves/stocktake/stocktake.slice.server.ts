import type { ServerSlice } from '#kit/slice.server.ts'
import { stocktakeFixJob, stocktakeStates } from './fix/fixes.server.ts'
import { stocktakeErrors } from './stocktake.errors.server.ts'

/** What stock-taking contributes on the server. Stock-takings are kept: they are compared with later ones. */
export const stocktakeSlice: ServerSlice = {
  errors: stocktakeErrors,
  jobs: [stocktakeFixJob],
  bulkStates: stocktakeStates,
}
