import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import type * as z from 'zod/v4/core'
import { descriptionOf } from '#base/lib/schema-meta.ts'
import { SCHEMAS, type JsonSchema } from './openapi-types.ts'

type Interceptors = NonNullable<NonNullable<ConstructorParameters<typeof ZodToJsonSchemaConverter>[0]>['interceptors']>
type Step = Parameters<Interceptors[number]>[0]
type Converted = ReturnType<Step['next']>

/** Reads schemas of zod: limits from the schema itself, words from `described`. */
export const zodConverter = new ZodToJsonSchemaConverter({ interceptors: [convert] })

function convert(step: Step): Converted {
  const said = descriptionOf(step.schema)
  const [isNeeded, json] = convertBare(step)
  if (!said) return [isNeeded, json]
  const { description, example, limits } = said
  const base = 'anyOf' in limits ? {} : json
  return [isNeeded, { ...base, ...limits, description, ...(example !== undefined && { examples: [example] }) }]
}

/** An input is described by the schema that it is read into: `limit` is a whole number, though a URL holds digits. */
function convertBare(step: Step): Converted {
  const { schema, options, next, ...rest } = step
  if (!isPipe(schema) || options.strategy !== 'input') return next()
  const { in: before, out } = schema._zod.def
  const inner = { ...rest, options, schema: out._zod.def.type === 'transform' ? before : out }
  return convert({ ...inner, next: (changed = inner) => next(changed) })
}

const isPipe = (schema: z.$ZodType): schema is z.$ZodPipe => schema._zod.def.type === 'pipe'

/** JSON Schema as OpenAPI 3.1 is read most easily: null as one more type, and nothing that says nothing. */
export function tidy(schema: JsonSchema): JsonSchema {
  const { 'x-native-type': _native, ...rest } = schema
  const parts: JsonSchema = {
    ...rest,
    ...(rest.anyOf && { anyOf: rest.anyOf.map(tidy) }),
    ...(rest.items && { items: tidy(rest.items) }),
    ...(rest.properties && { properties: tidyAll(rest.properties) }),
    ...(typeof rest.additionalProperties === 'object' && { additionalProperties: tidy(rest.additionalProperties) }),
  }
  if (parts.minimum === Number.MIN_SAFE_INTEGER) delete parts.minimum
  if (parts.maximum === Number.MAX_SAFE_INTEGER) delete parts.maximum
  if (typeof parts.const === 'string') parts.type = 'string'
  return withNull(parts)
}

export const tidyAll = (schemas: Record<string, JsonSchema>): Record<string, JsonSchema> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, tidy(schema)]))

const isNull = ({ type }: JsonSchema): boolean => type === 'null'

function withNull({ anyOf, ...outer }: JsonSchema): JsonSchema {
  if (!anyOf) return outer
  const others = anyOf.filter((one) => !isNull(one))
  const [only] = others
  if (!only || others.length > 1 || only.$ref !== undefined || typeof only.type !== 'string') return { anyOf, ...outer }
  if (others.length === anyOf.length) return { ...only, ...outer }
  const choices = only.enum && { enum: [...only.enum, null] }
  return { ...only, ...choices, ...outer, type: [only.type, 'null'] }
}

/** The schema that a reference within `schemas` stands for. */
const resolve = (schemas: Record<string, JsonSchema>, schema: JsonSchema): JsonSchema =>
  (schema.$ref === undefined ? undefined : schemas[schema.$ref.slice(SCHEMAS.length)]) ?? schema

/** One example of a schema: its own first one, else put together from the examples of its parts. */
export function exampleOf(schemas: Record<string, JsonSchema>, schema: JsonSchema): unknown {
  if (schema.examples) return schema.examples[0]
  if (schema.$ref !== undefined) return exampleOf(schemas, resolve(schemas, schema))
  if (schema.anyOf) return schema.anyOf[0] && exampleOf(schemas, schema.anyOf[0])
  if (schema.items) return [exampleOf(schemas, schema.items)]
  if (!schema.properties) return schema.type === 'object' ? {} : undefined
  return Object.fromEntries(Object.entries(schema.properties).map(([name, part]) => [name, exampleOf(schemas, part)]))
}

const each = (fields: Record<string, JsonSchema>, change: (field: JsonSchema) => JsonSchema) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, change(field)]))

/** Gives every field that consists of others an example of its own. */
export function withExamples(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const within = (schema: JsonSchema): JsonSchema =>
    schema.properties ? { ...schema, properties: each(schema.properties, fieldOf) } : schema
  const fieldOf = (field: JsonSchema): JsonSchema =>
    field.examples || field.$ref !== undefined ? field : { ...within(field), examples: [exampleOf(schemas, field)] }
  return each(schemas, within)
}

// What a field that is read takes over from the field of the same name that is written.
const SHARED = new Set(['description', 'examples', 'minLength', 'maxLength', 'pattern', 'format', 'enum'])

/** `Book` says of its fields what `BookInput` says of them, where it says nothing itself. */
export function withWrittenFields(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const written = schemas[`${name}Input`]?.properties
      if (!written || !schema.properties) return [name, schema]
      const properties = Object.entries(schema.properties).map(([field, part]) => {
        const said = Object.entries(written[field] ?? {}).filter(([keyword]) => SHARED.has(keyword))
        return [field, part.description === undefined ? { ...part, ...Object.fromEntries(said) } : part]
      })
      return [name, { ...schema, properties: Object.fromEntries(properties) }]
    }),
  )
}
