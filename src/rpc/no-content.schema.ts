import * as z from 'zod/mini'

/** The input of a procedure that takes none: whatever is sent to it all the same is refused by its name. */
export const noContentSchema = z.optional(z.strictObject({}))
