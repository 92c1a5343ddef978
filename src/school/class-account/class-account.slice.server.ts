import type { ServerSlice } from '#kit/slice.server.ts'
import { classAccountErrors } from './class-account.errors.server.ts'
import { accountStates, cleanUpAccounts } from './write-accounts.server.ts'

/** Days after which an act is deleted, and cannot be taken back any more. */
const KEPT_DAYS = 400

/** What accounts for a class contribute on the server. */
export const classAccountSlice: ServerSlice = {
  errors: classAccountErrors,
  bulkStates: accountStates,
  cleanUps: [({ before }) => cleanUpAccounts(before(KEPT_DAYS * 86_400_000))],
}
