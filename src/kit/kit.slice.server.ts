import { compactChangesJob } from '#base/db/compact-changes.server.ts'
import { cleanUpJob } from './clean-up/shared/clean-up.server.ts'
import { kitErrors } from './kit.errors.server.ts'
import type { ServerSlice } from './slice.server.ts'

/** What any product has: errors of changes of many rows, and what runs in the background. */
export const kitSlice: ServerSlice = { errors: kitErrors, jobs: [cleanUpJob, compactChangesJob] }
