import * as fc from 'fast-check'
import { resolved, type OpenApi, type Schema } from '../openapi.ts'

type Drawn = fc.Arbitrary<unknown>

/** Existing values that may be used instead of a generated one, such as ids of rows. */
export type Known = (name: string, schema: Schema) => readonly unknown[]

/** Values that are valid for a schema. `name` is that of the field or parameter. */
export function valid(document: OpenApi, given: Schema, known: Known, name = ''): Drawn {
  const schema = resolved(document, given)
  const draw = (part: Schema, partName = name): Drawn => valid(document, part, known, partName)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return fc.oneof(...variants.map((one) => draw(one)))
  if (schema.allOf) return fc.tuple(...schema.allOf.map((one) => draw(one))).map((parts) => Object.assign({}, ...parts))
  const types = [schema.type ?? 'string'].flat()
  if (types.includes('null') && types.length > 1) {
    const other = draw({ ...schema, type: types.filter((type) => type !== 'null') })
    return fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 5, arbitrary: other })
  }
  if (types.length > 1) return fc.oneof(...types.map((type) => draw({ ...schema, type })))
  const own = ownValue(document, schema, draw)
  const there = [...known(name, schema), ...(schema.examples ?? [])]
  return there.length === 0
    ? own
    : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...there) }, { weight: 1, arbitrary: own })
}

function ownValue(document: OpenApi, schema: Schema, draw: (schema: Schema, name?: string) => Drawn): Drawn {
  switch ([schema.type].flat()[0]) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number':
      return fc.integer({
        min: Math.ceil(schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1),
        max: Math.floor(schema.maximum ?? 2 ** 31 - 1),
      })
    case 'array':
      return fc.array(draw(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: schema.maxItems ?? 3 })
    case 'object':
      return objectOf(schema, draw)
    default:
      return text(schema)
  }
}

function objectOf({ properties = {}, required = [] }: Schema, draw: (schema: Schema, name?: string) => Drawn): Drawn {
  const model = Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, draw(part, name)]))
  return fc.record(model, { requiredKeys: required, noNullPrototype: true })
}

const LETTERS = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme' }) },
  { weight: 2, arbitrary: fc.constantFrom('Nedjma', 'مكتبة', 'Les Misérables', 'kitabu', '100%', "O'Brien", '📚') },
)

function text({ format, pattern, minLength = 0, maxLength = 200 }: Schema): Drawn {
  switch (format) {
    case 'uuid':
      return fc.uuid()
    case 'email':
      return fc.integer({ min: 0, max: 10_000 }).map((number) => `drawn-${number}@example.org`)
    case 'date-time':
      return fc
        .date({ min: new Date('2026-01-01'), max: new Date('2099-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString())
    default:
      if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'), { maxLength })
      return LETTERS.map((letters) => letters.slice(0, maxLength).padEnd(minLength, 'x'))
  }
}

/** Texts that keyboards cannot type, or that break code which expects ASCII. */
export const ODD_TEXTS = [
  '\0',
  'a\0b',
  '\uD800',
  'a\uDFFFb',
  '\uFFFD',
  '\uFEFFa',
  '\u202Ereversed',
  '\u200B',
  '\u2066\u2069',
  'e\u0301'.repeat(200),
  'Z\u0351\u036B\u0343\u036A\u0302'.repeat(60),
  '👨‍👩‍👧‍👦'.repeat(100),
  '\u{10FFFF}',
  '\r\n',
  '\t',
  '\u0085\u2028\u2029',
  "'; drop table book; --",
  '%00',
  '%',
  '\\',
  '${7*7}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  ' ',
  '',
] as const

const ODD_VALUES: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  1e300,
  [],
  [[]],
  {},
  { a: { b: 1 } },
  'x'.repeat(501),
  'x'.repeat(100_000),
  ...ODD_TEXTS,
]

/** Names that no operation has, some of them special in JavaScript. */
export const STRANGE_NAMES = ['nonsense', '__proto__', 'constructor', 'toString', 'version ', '$where', '', 'titel']

const deep = (levels: number): unknown => {
  let value: unknown = 'deep'
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** The value with one error: a field of another type, missing, unknown, too long, odd or deeply nested. */
export function withOneError(document: OpenApi, schema: Schema, value: Drawn): Drawn {
  const names = Object.keys(resolved(document, schema).properties ?? {})
  const some = names.length > 0 ? fc.constantFrom(...names) : fc.constant('nonsense')
  const changed = (change: (object: Record<string, unknown>, name: string) => void) =>
    fc.tuple(value, some).map(([drawn, name]) => {
      const object: Record<string, unknown> = { ...(drawn as object) }
      change(object, name)
      return object
    })
  return fc.oneof(
    changed((object, name) => void delete object[name]),
    fc
      .tuple(value, some, fc.constantFrom(...ODD_VALUES))
      .map(([drawn, name, odd]) => ({ ...(drawn as object), [name]: odd })),
    fc
      .tuple(value, fc.constantFrom(...STRANGE_NAMES), fc.jsonValue({ maxDepth: 1 }))
      // By Object.fromEntries, so that `__proto__` becomes a normal field.
      .map(([drawn, name, extra]) => Object.fromEntries([...Object.entries(drawn as object), [name, extra]])),
    changed((object, name) => void (object[name] = deep(300))),
    fc.constantFrom<unknown>(null, [], [{}], 'text', 1, true, {}),
  )
}
