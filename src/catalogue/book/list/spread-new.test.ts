import { expect, test } from 'vitest'
import { NEW_COUNT, spreadNew } from './spread-new.ts'

const batch = (name: string, count: number, authorOf = (at: number) => `${name} ${at}`) =>
  Array.from({ length: count }, (_, at) => ({ title: `${name}${at}`, author: authorOf(at) }))
const titles = (shown: readonly { title: string }[]) => shown.map(({ title }) => title)

test('one import does not fill the row', () => {
  const shown = titles(spreadNew([batch('jazz', 50), batch('before', 3), batch('first', 50)]))
  expect(shown).toHaveLength(NEW_COUNT)
  expect(shown.slice(0, 4)).toEqual(['jazz0', 'before0', 'first0', 'jazz1'])
  expect(shown.filter((title) => title.startsWith('before'))).toHaveLength(3)
})

test('an author comes again only where there is nobody else', () => {
  const series = batch('potter', 10, () => 'J. K. Rowling, Mary GrandPré')
  expect(titles(spreadNew([[...series, ...batch('other', 20)]]))[0]).toBe('potter0')
  expect(
    titles(spreadNew([[...series, ...batch('other', 20)]])).filter((one) => one.startsWith('potter')),
  ).toHaveLength(1)
  expect(titles(spreadNew([series]))).toEqual(titles(series))
})

test('a small library is shown whole, the newest first of all', () => {
  expect(titles(spreadNew([batch('b', 2), batch('a', 1)]))).toEqual(['b0', 'a0', 'b1'])
  expect(spreadNew([])).toEqual([])
})
