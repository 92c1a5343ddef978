import * as z from 'zod/mini'

/** A value of a field, as a `ValueOfField` is checked. */
export const fieldValueSchema = z.nullable(
  z.union([
    z.string(),
    z.number(),
    z.boolean(),
    z.array(z.string()),
    z.array(z.object({ name: z.string(), value: z.string() })),
  ]),
)
