import type { ServerSlice } from '#kit/slice.server.ts'
import { cornerErrors } from './corner.errors.server.ts'
import { cleanUpCorners } from './corners.server.ts'

/** What self-service corners contribute on the server. */
export const selfServiceSlice: ServerSlice = {
  errors: cornerErrors,
  cleanUps: [cleanUpCorners],
}
