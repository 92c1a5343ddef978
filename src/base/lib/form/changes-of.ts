import * as z from 'zod/mini'

type Bare<Schema> = Schema extends z.ZodMiniDefault<infer Inner> ? Inner : Schema
type Changes<Shape> = { [Field in keyof Shape]: z.ZodMiniOptional<Bare<Shape[Field]> & z.core.$ZodType> }

/**
 * The strict schema of a partial update: every field of `schema` is optional and loses its default, so that an absent
 * field stays unchanged.
 */
export function changesOf<Shape extends z.core.$ZodShape>(
  schema: z.ZodMiniObject<Shape>,
): z.ZodMiniObject<Changes<Shape>, z.core.$strict> {
  const fields = Object.entries(schema.shape).map(([field, fieldSchema]) => [
    field,
    z.optional(fieldSchema instanceof z.ZodMiniDefault ? fieldSchema.def.innerType : fieldSchema),
  ])
  // Object.fromEntries loses the field names for TypeScript.
  return z.strictObject(Object.fromEntries(fields)) as z.ZodMiniObject<Changes<Shape>, z.core.$strict>
}
