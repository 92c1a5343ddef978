import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { filtersOf } from './filter.server.ts'

interface Values {
  name?: string | undefined
  year?: number | undefined
  isFree?: true | undefined
  hasCopies?: true | undefined
}

let time = 1
const filterOf = filtersOf<Values>({
  name: (name) => sql`name = ${name}`,
  year: (year) => sql`year = ${year}`,
  isFree: () => ({ key: `at ${time}`, condition: sql`free` }),
  hasCopies: () => undefined,
})

const sqlOf = (values: Values) => {
  const { condition } = filterOf(values)
  return condition && new PgDialect().sqlToQuery(condition)
}

test('A filter narrows by its rule, several by all of them', () => {
  expect(sqlOf({ name: '' })).toMatchObject({ sql: 'name = $1', params: [''] })
  expect(sqlOf({ year: 0, name: 'a', isFree: true })).toMatchObject({
    sql: '(name = $1 and year = $2 and free)',
    params: ['a', 0],
  })
})

test('Each value of each filter has a key of its own, which other fields and their order do not change', () => {
  const all: Values[] = [{}, { name: '' }, { name: '0' }, { year: 0 }, { name: '0', year: 0 }, { isFree: true }]
  expect(new Set(all.map((values) => filterOf(values).key)).size).toBe(all.length)
  expect(filterOf({ year: 1, name: 'a' }).key).toBe(filterOf({ name: 'a', year: 1 }).key)
  const page = { name: 'a', year: 1, cursor: 'next' }
  expect(filterOf(page).key).toBe(filterOf({ name: 'a', year: 1 }).key)
})

test('A condition that changes with the time changes its key', () => {
  const before = filterOf({ isFree: true }).key
  time += 1
  expect(filterOf({ isFree: true }).key).not.toBe(before)
})

test('What narrows nothing is the list of all', () => {
  expect([filterOf({}), filterOf({ name: undefined }), filterOf({ hasCopies: true })]).toEqual(
    Array.from({ length: 3 }, () => ({ key: '', condition: undefined })),
  )
})

test('A filter without a rule does not compile', () => {
  // @ts-expect-error `year` has none.
  filtersOf<Pick<Values, 'name' | 'year'>>({ name: (name) => sql`name = ${name}` })
})
