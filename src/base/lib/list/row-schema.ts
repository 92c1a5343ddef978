import * as z from 'zod/mini'
import { withDescription, withSchemaName } from '../schema-meta.ts'
import { nextCursorSchema } from './page-input.ts'

// What the schemas of stored rows have in common, in the words of the API's document.

const EXAMPLE_TIME = '2026-11-02T08:15:30.000Z'

/** The id of a row in a path: any text, since a malformed id is NOT_FOUND and not invalid. */
// @__NO_SIDE_EFFECTS__
export const pathId = (noun: string, example: string) =>
  z.strictObject({ id: withDescription(z.string(), `Id of the ${noun}.`, example, { format: 'uuid' }) })

/** What is stored of every versioned row. */
// @__NO_SIDE_EFFECTS__
export const storedFields = (noun: string) => ({
  version: withDescription(
    z.int().check(z.minimum(1)),
    `Grows by one with every change; the \`ETag\` of the ${noun} begins with the same number.`,
    1,
  ),
  createdAt: withDescription(z.date(), `When the ${noun} was added.`, EXAMPLE_TIME),
  updatedAt: withDescription(z.date(), `When the ${noun} was changed last.`, EXAMPLE_TIME),
})

type Written<Shape> = { [Field in keyof Shape]: z.ZodMiniType<z.output<Shape[Field]>, z.output<Shape[Field]>> }

/**
 * The fields that people write, as they are read: without defaults and checks, since a row may be older than a check. Their
 * words in the API's document are those of the fields that are written.
 */
// @__NO_SIDE_EFFECTS__
export const writtenFields = <Shape extends z.core.$ZodShape>({ shape }: z.ZodMiniObject<Shape>): Written<Shape> =>
  // Object.fromEntries loses the field names for TypeScript.
  Object.fromEntries(Object.entries(shape).map(([field, schema]) => [field, unchecked(schema)])) as Written<Shape>

function unchecked(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodMiniDefault) return unchecked(schema.def.innerType)
  if (schema instanceof z.ZodMiniNullable) return z.nullable(unchecked(schema.def.innerType))
  if (schema instanceof z.ZodMiniArray) return z.array(unchecked(schema.def.element))
  if (schema instanceof z.ZodMiniObject) return z.object(writtenFields(schema))
  if (schema instanceof z.ZodMiniString) return z.string()
  if (schema instanceof z.ZodMiniNumber) return schema instanceof z.ZodMiniNumberFormat ? z.int() : z.number()
  return schema
}

/** A page of a list as the REST API answers it. */
// @__NO_SIDE_EFFECTS__
export const listSchema = <Item extends z.ZodMiniType>(name: string, nouns: string, item: Item) =>
  withSchemaName(
    name,
    `A page of ${nouns}.`,
    z.object({
      items: withDescription(z.array(item), `The ${nouns} of this page, in the order that was asked for.`),
      nextCursor: nextCursorSchema,
      total: withDescription(z.int().check(z.minimum(0)), `How many ${nouns} the whole list has, exactly.`, 1),
    }),
  )
