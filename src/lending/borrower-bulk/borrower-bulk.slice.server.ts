import type { ServerSlice } from '#kit/slice.server.ts'
import { borrowerBulks } from './borrower-bulk.server.ts'

/** What changes of many borrowers contribute on the server. */
export const borrowerBulkSlice: ServerSlice = { bulkStates: borrowerBulks.states, jobs: [borrowerBulks.job] }
