import { expect, test } from 'vitest'
import { fileOf, readFile } from '../formats.test-kit.server.ts'
import { RECORD_MAX } from '../limits.ts'
import { openTable } from '../open-table.server.ts'

test('A row that is too long, quoted or not, and one of a million columns are named, and the others are read', async () => {
  const long = 'x'.repeat(5_000_000)
  const text = `title,author\n${long},A\nGood,B\n"${long}",C\n${'x,'.repeat(1_000_000)}\n${'x,'.repeat(400_000)}\nGood,D\n"never ${'x\n'.repeat(4)}`
  const { rows } = await readFile(text)
  expect(rows.map(({ row, fault }) => [row, fault?.kind ?? 'read'])).toEqual([
    [2, 'too-long'],
    [3, 'read'],
    [4, 'too-long'],
    [5, 'too-long'],
    [6, 'columns'],
    [7, 'read'],
    [8, 'quote-open'],
    [9, 'columns'],
    [10, 'columns'],
    [11, 'columns'],
  ])
  expect(text.length).toBeGreaterThan(RECORD_MAX)
})

test('A long quote that is never closed does not become one huge group of short rows', async () => {
  const source = fileOf(`title,author\nA,B\n"${'x\n'.repeat(1_500_000)}`)
  const { rows } = await openTable(source, { kind: 'csv', encoding: 'utf-8', delimiter: ',' })
  let [most, all] = [0, 0]
  for await (const group of rows) {
    most = Math.max(most, group.length)
    all += group.length
  }
  expect(all).toBe(1_500_001)
  expect(most).toBeLessThan(70_000)
})
