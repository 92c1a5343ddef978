import { expect, test } from 'vitest'
import { columnList, tableText } from './import-words.ts'
import { english } from '../words.ts'

test('Plural forms are the right ones', () => {
  expect(english({ key: 'validation_string_min', params: { limit: 1 } })).toBe('Should have at least 1 character')
  expect(english({ key: 'validation_string_min', params: { limit: 2 } })).toBe('Should have at least 2 characters')
})

test('Columns are listed without control characters', () => {
  const columns = { title: 1, genre: 0 }
  expect(tableText({ header: ['Aina', 'Kichwa\u001B[2J', 'ISBN'], columns })).toBe(
    'Columns: title from "Kichwa [2J", genre from "Aina"; details: ISBN',
  )
  expect(columnList(Array.from({ length: 40 }, (_, index) => `c${index}`))).toMatch(/, c29 and 10 more$/)
})

test('Further columns of a field are named with the first', () => {
  const header = ['Title', 'Subtitle', 'ISBN10', 'ISBN13', 'Colour']
  expect(tableText({ header, columns: { title: 0, isbn: 2 } })).toBe(
    'Columns: title from "Title" and "Subtitle", isbn from "ISBN10" and "ISBN13"; details: Colour',
  )
})
