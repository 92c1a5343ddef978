import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { plainLine, requiredLine } from '../form/line-schema.ts'
import { writtenFields } from './row-schema.ts'

const inputSchema = z.strictObject({
  title: requiredLine(10, 'title_required'),
  note: z._default(plainLine(10), ''),
  year: z._default(z.nullable(z.int().check(z.maximum(2030))), null),
  price: z._default(z.number().check(z.minimum(0)), 0),
  day: z._default(z.nullable(z.iso.date()), null),
  kind: z._default(z.enum(['new', 'worn']), 'new'),
  isLent: z._default(z.boolean(), false),
  names: z._default(z.array(z.strictObject({ name: requiredLine(10, 'title_required') })).check(z.maxLength(1)), []),
})
const rowSchema = z.object(writtenFields(inputSchema))

const ROW: z.output<typeof inputSchema> = {
  title: ' ',
  note: 'Longer than allowed',
  year: 2040,
  price: -1.5,
  day: 'long ago',
  kind: 'worn',
  isLent: true,
  names: [{ name: '' }, { name: ' b ' }],
}

test('A row that is older than a check is read as it is', () => {
  expect(inputSchema.safeParse(ROW).success).toBe(false)
  expect(rowSchema.parse(ROW)).toEqual(ROW)
})

test.each([
  { title: null },
  { note: undefined },
  { year: 1.5 },
  { price: '1' },
  { day: 7 },
  { kind: 'lost' },
  { isLent: null },
  { names: ['a'] },
])('%j is no field that is read', (fields) => {
  expect(rowSchema.safeParse({ ...ROW, ...fields }).success).toBe(false)
})
