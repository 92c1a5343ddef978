import { expect, test } from 'vitest'
import { isSameBook } from './is-same-book.ts'

const isSame = (one: string, other: string, author = '', otherAuthor = '') =>
  isSameBook({ title: one, author }, { title: other, author: otherAuthor })

test.each([
  ['Nedjma', 'Nedjma : roman'],
  ['L’Étranger', 'l etranger'],
  ['Things Fall Apart (African Writers Series)', 'Things fall apart'],
  ['Harry Potter 1', "Harry Potter à l'école des sorciers"],
  ['Nedjema', 'Nedjma'],
  ['عمارة يعقوبيان', 'عمارة يعقوبيان : رواية'],
  ['1984', '1984 : a novel'],
])('titles are alike: %s, %s', (one, other) => {
  expect([isSame(one, other), isSame(other, one)]).toEqual([true, true])
})

test.each([
  ['Nedjma', 'Gardening for all'],
  ['Le livre de la jungle', 'Le nom de la rose'],
  ['The Art of the Deal', 'The Book of the City of Ladies'],
  ['عمارة يعقوبيان', 'موسم الهجرة إلى الشمال'],
  ['Nedjma', ''],
])('titles are not: %s, %s', (one, other) => {
  expect([isSame(one, other), isSame(other, one)]).toEqual([false, false])
})

test('of titles in different scripts the authors decide', () => {
  expect(isSame('Nedjma', 'نجمة', 'Kateb Yacine', 'Yacine, Kateb')).toBe(true)
  expect(isSame('Nedjma', 'نجمة', 'Kateb Yacine', 'كاتب ياسين')).toBe(true)
  expect(isSame('Nedjma', 'نجمة', 'Kateb Yacine', 'الطيب صالح')).toBe(false)
  expect(isSame('Nedjma', 'نجمة', 'Kateb Yacine')).toBe(false)
  expect(isSame('Nedjma', 'Gardening', 'Kateb Yacine', 'Kateb Yacine')).toBe(false)
})
