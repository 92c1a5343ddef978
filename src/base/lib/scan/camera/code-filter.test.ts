import { expect, test } from 'vitest'
import { CodeFilter } from './code-filter.ts'
import { foundCode, usableCodes, type CodeKind } from './found-code.ts'

const SIZE = { width: 100, height: 100 }
const at = (text: string, x = 50, format = 'Code128') => foundCode(text, format, [{ x, y: 50 }], SIZE)
const isbn = (x = 50) => at('9782070612758', x, 'EAN13')

/** Shows a film of ten pictures a second: `[seconds, codes]`, and tells what was taken, and when. */
function film(parts: [seconds: number, ...codes: ReturnType<typeof at>[]][], wanted: CodeKind = 'number') {
  const filter = new CodeFilter()
  const taken: string[] = []
  let now = 0
  for (const [seconds, ...codes] of parts)
    for (let picture = 0; picture < seconds * 10; picture++, now += 100) {
      const code = filter.take(usableCodes(codes, wanted), now)
      if (code) taken.push(code.text)
    }
  return taken
}

test('A code that is held in front of the camera is one scan, though single pictures fail', () => {
  expect(film([[5, at('20000165')], [2.8], [5, at('20000165')]])).toEqual(['20000165'])
})

test('The same code again, after three seconds without it, is a second scan', () => {
  expect(film([[1, at('10000168')], [3.1], [1, at('10000168')]])).toEqual(['10000168', '10000168'])
})

test('A card and books are taken one after the other', () => {
  expect(film([[1, at('20000165')], [0.3], [1, at('10000168')], [0.3], [1, at('10000175')]])).toEqual([
    '20000165',
    '10000168',
    '10000175',
  ])
})

test('Of a sheet of cards the one in the middle is meant', () => {
  expect(
    film([
      [1, at('1', 20), at('2', 55), at('3', 90)],
      [1, at('2', 30), at('3', 60)],
    ]),
  ).toEqual(['2', '3'])
})

test('A book whose back has a label and an ISBN is one scan: the label at the desk, the ISBN for a new book', () => {
  const moved = [
    [1, at('10000168', 80), isbn(50)],
    [4, isbn(50)],
    [1, at('10000168', 20)],
  ] as [number, ...ReturnType<typeof at>[]][]
  expect(film(moved)).toEqual(['10000168'])
  expect(film(moved, 'isbn')).toEqual(['9782070612758'])
})

test('After the label of a book its ISBN, which comes into the picture by a turn of the hand, is no scan', () => {
  expect(film([[1, at('10000168')], [0.5], [0.8, isbn()]])).toEqual(['10000168'])
})

test('After a card a book that has only its ISBN is taken once the card is away', () => {
  expect(film([[1, at('20000165')], [0.2], [2, isbn()]])).toEqual(['20000165', '9782070612758'])
})

test('Code 39 and Codabar, which have no check sign, are read twice alike', () => {
  expect(
    film([
      [0.1, at('LDD-1', 50, 'code_39')],
      [0.1, at('LDD-7', 50, 'code_39')],
    ]),
  ).toEqual([])
  expect(film([[0.2, at('LDD-1', 50, 'Code39Std')]])).toEqual(['LDD-1'])
  expect(film([[0.2, at('A1234B', 50, 'codabar')]])).toEqual(['A1234B'])
})

test('Only an EAN-13 that begins with 978 or 979 is an ISBN', () => {
  expect(isbn().kind).toBe('isbn')
  expect(at('9782070612758').kind).toBe('number')
  expect(at('4006381333931', 50, 'ean_13').kind).toBe('number')
})
