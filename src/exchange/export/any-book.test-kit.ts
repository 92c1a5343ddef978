import * as fc from 'fast-check'
import { isPlainLine, isVisible } from '#base/lib/search/text.ts'
import { bookInputSchema } from '#catalogue/book/book.schema.ts'

/** A text as the form of a book takes it. */
export const line = (max: number) =>
  fc
    .oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.stringMatching(/^['"=+@,;|\t -]{0,4}[\w'",;= ]{0,20}$/),
      fc.constantFrom(
        '1984',
        '007',
        '=1+1',
        "'=1+1",
        "''",
        '@x',
        '-',
        'true',
        '%',
        '<b>&amp;',
        'كتاب Java 17',
        'مَدرسة',
        '$a',
        '1e5',
        '2026-01-02',
        '𝒳',
      ),
    )
    .map((text) => text.trim().slice(0, max))
    .filter((text) => isPlainLine(text))

const isbn = fc.stringMatching(/^97[89]\d{9}$/).map((twelve) => {
  const sum = [...twelve].reduce((total, digit, at) => total + (at % 2 === 0 ? 1 : 3) * Number(digit), 0)
  return `${twelve}${(10 - (sum % 10)) % 10}`
})
const filledLine = (max: number) => line(max).filter(isVisible)

/** A book with any of the optional fields, as its form takes it. */
export const anyBook = fc
  .record(
    {
      title: filledLine(200),
      author: line(100),
      publisher: line(100),
      isbn: fc.uniqueArray(isbn, { maxLength: 3 }),
      year: fc.option(fc.integer({ min: 1000, max: 2027 })),
      language: fc.constantFrom(null, 'fr', 'sw', 'kab', 'ar'),
      pages: fc.option(fc.integer({ min: 1, max: 9999 })),
      edition: line(50),
      series: line(50),
      volume: line(20),
      shelfMark: line(30),
      subjects: fc.uniqueArray(fc.oneof(filledLine(50), fc.constantFrom('a;b', '["a"]', 'A, B')), { maxLength: 4 }),
      summary: fc.array(line(40), { maxLength: 4 }).map((lines) =>
        lines
          .join('\n')
          .replace(/\n{3,}/g, '\n\n')
          .trim(),
      ),
      details: fc.array(
        fc.record({
          name: fc.oneof(filledLine(30), fc.constantFrom('Year', 'titre', '=1+1', 'Donor', 'details.Year', 'id')),
          value: filledLine(40),
        }),
        { maxLength: 4 },
      ),
    },
    { requiredKeys: ['title'] },
  )
  .map((one) => bookInputSchema.parse(one))
