import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { exportFormatSchema } from './book-export.schema.ts'
import { writeTable } from '#base/formats/write-table.server.ts'
import { bookCounter } from './download-books.ts'

const columns = ['id', 'title', 'author'].map((field) => ({ field, heading: field }))
const BOOKS = 2500

async function* rows() {
  for (let at = 0; at < BOOKS; at++) yield [['1', 'A "quoted", <leader> <l } & title', '']]
}

test.each(exportFormatSchema.options)('Books are counted while they come: %s', async (format) => {
  const bytes = await buffer(writeTable(format, columns, rows()))
  const count = bookCounter(format)
  const counts: (number | undefined)[] = []
  for (let at = 0; at < bytes.length; at += 1009) counts.push(count(bytes.subarray(at, at + 1009)))
  if (format === 'xlsx') return expect(counts.at(-1)).toBeUndefined()
  expect(counts.at(-1)).toBe(BOOKS)
  expect(counts[0]).toBeLessThan(40)
})
