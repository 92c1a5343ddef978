import { expect, test } from 'vitest'
import { authorOfMost, authorsOf } from './book-author.ts'

test.each([
  ['', []],
  ['Stephen King', ['Stephen King']],
  ['Stephen King, Peter Straub', ['Stephen King', 'Peter Straub']],
  ['J.K. Rowling, Mary GrandPré, J.K. Rowling', ['J.K. Rowling', 'Mary GrandPré']],
  ['Larry Niven and Jerry Pournelle', ['Larry Niven', 'Jerry Pournelle']],
  ['Ngũgĩ wa Thiong’o & Ngũgĩ wa Mirii', ['Ngũgĩ wa Thiong’o', 'Ngũgĩ wa Mirii']],
  ['Goscinny ; Uderzo', ['Goscinny', 'Uderzo']],
  ['الطيب صالح، نجيب محفوظ', ['الطيب صالح', 'نجيب محفوظ']],
  ['Tolkien, John Ronald Reuel', ['Tolkien, John Ronald Reuel']],
  ['Le Guin, Ursula K.', ['Le Guin, Ursula K.']],
  ['Martin Luther King, Jr.', ['Martin Luther King, Jr.']],
  ['Achebe, Chinua, 1930-2013', ['Achebe, Chinua, 1930-2013']],
  ['Simon and Schuster', ['Simon and Schuster']],
  [' , ', [',']],
])('%j names %j', (author, names) => {
  expect(authorsOf(author)).toEqual(names)
})

test.each([
  [['Stephen King', 'Stephen King, Peter Straub', 'Stephen King', 'Stefan Szymanski'], 'Stephen King'],
  [['Stephen King', 'Stefan Zweig', 'Stephen King', 'Peter Straub'], undefined],
  [['Stephen King', 'Stephen King'], undefined],
  [['', '', ''], undefined],
  [[], undefined],
])('most of the books by %j are by %j', (authors, author) => {
  expect(authorOfMost(authors.map((one) => ({ author: one })))).toBe(author)
})
