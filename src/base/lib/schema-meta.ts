import * as z from 'zod/mini'

/** A field's description in the OpenAPI document; `limits` are added to the keywords from its schema. */
export interface Description {
  description: string
  example: unknown
  limits: Record<string, unknown>
}

const DESCRIPTIONS = new WeakMap<z.core.$ZodType, Description>()
const NAMES = new WeakMap<z.core.$ZodType, { name: string; description: string }>()

/**
 * A copy of a field's schema with its English description and an example for the OpenAPI document; the example of an
 * array or a named schema follows from its parts. `limits` are JSON Schema keywords that the schema does not enforce,
 * such as a `format`.
 */
// @__NO_SIDE_EFFECTS__
export function withDescription<Schema extends z.core.$ZodType>(
  schema: Schema,
  description: string,
  example?: unknown,
  limits: Record<string, unknown> = {},
): Schema {
  // Several fields may share a schema.
  const copy = z.clone(schema)
  DESCRIPTIONS.set(copy, { description, example, limits })
  return copy
}

/** Names a schema as a component of the OpenAPI document. */
// @__NO_SIDE_EFFECTS__
export function withSchemaName<Schema extends z.core.$ZodType>(
  name: string,
  description: string,
  schema: Schema,
): Schema {
  NAMES.set(schema, { name, description })
  return schema
}

/** The description that `withDescription` has stored. */
export const descriptionOf = (schema: z.core.$ZodType): Description | undefined => DESCRIPTIONS.get(schema)

export const schemaNameOf = (schema: z.core.$ZodType): { name: string; description: string } | undefined =>
  NAMES.get(schema)
