import { expect, test } from 'vitest'
import { faultOf, fileOf, readFile } from '../formats.test-kit.server.ts'
import { RECORD_MAX } from '../limits.ts'

test('JSON lines are read by the names of all rows', async () => {
  const text = [
    '\uFEFF{"title":"A","author":["B","C"],"year":1999}',
    '',
    '{"title":"كتاب","__proto__":"x","more":{"a":1},"author":null}\r',
  ].join('\n')
  const { shape, header, rows } = await readFile(fileOf(text, 3))
  expect(shape).toEqual({ kind: 'jsonl', encoding: 'utf-8' })
  expect(header).toEqual(['title', 'author', 'year', '__proto__', 'more'])
  expect(rows).toEqual([
    { row: 1, cells: ['A', '["B","C"]', '1999', '', ''] },
    { row: 3, cells: ['كتاب', '', '', 'x', '{"a":1}'] },
  ])
})

test('Lines that are no object are rows with a fault', async () => {
  const text = `{"title":"A"}\n{"title":\n["B"]\n{"title":"${'x'.repeat(3 * RECORD_MAX)}"}\n{"title":"\\ud800"}\n{"title":"C"}`
  const { rows } = await readFile(text)
  expect(rows).toEqual([
    { row: 1, cells: ['A'] },
    { row: 2, cells: ['{"title":'], fault: { kind: 'json' } },
    { row: 3, cells: ['["B"]'], fault: { kind: 'json' } },
    { row: 4, cells: [], fault: { kind: 'too-long', limit: RECORD_MAX } },
    { row: 5, cells: ['\uFFFD'] },
    { row: 6, cells: ['C'] },
  ])
})

test('Too many names refuse the file', async () => {
  const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`k${at}`, ''])))
  expect(await faultOf(wide)).toEqual({ kind: 'columns', found: 1001, limit: 1000 })
})
