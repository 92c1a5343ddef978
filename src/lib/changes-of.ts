import * as z from 'zod/mini'

type Bare<Schema> = Schema extends z.ZodMiniDefault<infer Inner> ? Inner : Schema
type Changes<Shape> = { [Field in keyof Shape]: z.ZodMiniOptional<Bare<Shape[Field]> & z.core.$ZodType> }

/** What may be changed of what `schema` says, and nothing else: each of its fields, none of them needed. What is not given stays: no default stands in for it. */
export function changesOf<Shape extends z.core.$ZodShape>(
  schema: z.ZodMiniObject<Shape>,
): z.ZodMiniObject<Changes<Shape>, z.core.$strict> {
  const fields = Object.entries(schema.shape).map(([field, one]) => [
    field,
    z.optional(one instanceof z.ZodMiniDefault ? one._zod.def.innerType : one),
  ])
  // The fields are those of the shape: TypeScript loses them on the way through a list.
  return z.strictObject(Object.fromEntries(fields)) as z.ZodMiniObject<Changes<Shape>, z.core.$strict>
}
