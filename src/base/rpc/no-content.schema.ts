import * as z from 'zod/mini'

/** The schema of a procedure without input: any field is rejected by name. */
export const noContentSchema = z.optional(z.strictObject({}))
