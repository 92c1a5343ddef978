import * as z from 'zod/mini'

/** What the API's document says of a field; `limits` stand beside those that its schema tells. */
export interface Description {
  description: string
  example: unknown
  limits: Record<string, unknown>
}

const DESCRIPTIONS = new WeakMap<z.core.$ZodType, Description>()
const NAMES = new WeakMap<z.core.$ZodType, { name: string; description: string }>()

/**
 * A field with what the API's document says of it, in English, and one example; that of a list or of something with
 * a name follows from its parts. `limits` are
 * keywords of JSON Schema for what the schema itself does not tell, such as a `format` that it does not insist on.
 */
// @__NO_SIDE_EFFECTS__
export function withDescription<Schema extends z.core.$ZodType>(
  schema: Schema,
  description: string,
  example?: unknown,
  limits: Record<string, unknown> = {},
): Schema {
  // A schema may be that of several fields.
  const copy = z.clone(schema)
  DESCRIPTIONS.set(copy, { description, example, limits })
  return copy
}

/** A schema with its name among the schemas of the API's document. */
// @__NO_SIDE_EFFECTS__
export function withSchemaName<Schema extends z.core.$ZodType>(
  name: string,
  description: string,
  schema: Schema,
): Schema {
  NAMES.set(schema, { name, description })
  return schema
}

/** What was said of a field. */
export const descriptionOf = (schema: z.core.$ZodType): Description | undefined => DESCRIPTIONS.get(schema)

/** The name that a schema was given. */
export const schemaNameOf = (schema: z.core.$ZodType): { name: string; description: string } | undefined =>
  NAMES.get(schema)
