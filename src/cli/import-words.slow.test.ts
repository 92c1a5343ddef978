import { expect, test } from 'vitest'
import type { ProblemKey } from '#i18n/problem-text.ts'
import type { Fault } from '#features/book/import/book-import-fault.server.ts'
import { columnList, faultText, reasonText, tableText } from './import-words.ts'
import { english } from './words.ts'

test.each<[Fault, RegExp]>([
  [{ kind: 'empty' }, /^the file is empty$/],
  [
    { kind: 'encoding', line: 17, byte: 0xe9 },
    /^line 17 is not UTF-8 \(byte 0xE9\): .* iconv -f ISO-8859-1 -t UTF-8 a\.csv > /,
  ],
  [{ kind: 'format', format: 'marc' }, /^this is MARC 21, and only CSV can be imported: /],
  [{ kind: 'format', format: 'workbook' }, /^this is a spreadsheet \(XLSX or ODS\) .* save the sheet as "CSV UTF-8"$/],
  [{ kind: 'utf16' }, /^line 1 is not UTF-8 but UTF-16: .* iconv -f UTF-16 -t UTF-8 a\.csv > /],
  [{ kind: 'quote-open', row: 5 }, /^row 5: a quote is opened there and never closed$/],
  [{ kind: 'quote-followed', row: 5 }, /^row 5: a quote is opened there and not closed before the next cell begins/],
  [{ kind: 'quote-inside', row: 5 }, /^row 5: a quote stands within a cell that is not in quotes/],
  [
    { kind: 'too-long', row: 5 },
    /^row 5 has more than 1000000 characters: a quote opened there is probably never closed$/,
  ],
  [
    { kind: 'no-title', found: ['a', ''] },
    /^row 1 names no column for the title: found a, ""; allowed title, titre, العنوان, .*--map title=/,
  ],
  [
    { kind: 'no-column', field: 'genre', column: 'x\ny', found: ['a'] },
    /^row 1 has no column "x y" for genre: found a$/,
  ],
])('Why a file is refused is one line: %j', (fault, line) => {
  expect(faultText(fault, 'a.csv')).toMatch(line)
  expect(faultText(fault, 'a.csv')).not.toMatch(/[\r\n]/)
})

const field = (name: string, key: ProblemKey, params = {}) =>
  reasonText({ kind: 'field', field: name, problem: { key, params } })

test('A generic reason is prefixed by its field, a reason of the field is not', () => {
  expect(field('title', 'title_required')).toBe('Title is required')
  expect(field('title', 'text_invalid')).toBe('Title: Contains characters that cannot be used')
  expect(field('publisher', 'validation_string_max', { limit: 200 })).toBe(
    'Publisher: Should have at most 200 characters',
  )
})

test('Plural forms are the right ones', () => {
  expect(english({ key: 'validation_string_min', params: { limit: 1 } })).toBe('Should have at least 1 character')
  expect(english({ key: 'validation_string_min', params: { limit: 2 } })).toBe('Should have at least 2 characters')
})

test('Columns are listed without control characters', () => {
  const columns = new Map([
    ['title', 1],
    ['genre', 0],
  ])
  expect(tableText({ header: ['Aina', 'Kichwa\u001B[2J', 'ISBN'], columns })).toBe(
    'Columns: title from "Kichwa [2J", genre from "Aina"; ignored: ISBN',
  )
  expect(columnList(Array.from({ length: 40 }, (_, index) => `c${index}`))).toMatch(/, c29 and 10 more$/)
})
