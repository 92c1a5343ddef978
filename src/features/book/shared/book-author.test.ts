import { expect, test } from 'vitest'
import { authorsOf } from './book-author.ts'

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
