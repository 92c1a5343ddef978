import { describe, expect, test } from 'vitest'
import { readIsbn } from '#base/lib/isbn.ts'
import { genreNameSchema, hueOf } from '#catalogue/genre/genre.schema.ts'
import { nameSchema } from '#base/auth/name.schema.ts'
import { problemsOf } from '#base/i18n/issue-message.ts'
import { yearMax } from './book-fields.schema.ts'
import { bookInputSchema } from './book.schema.ts'
import { labelled } from '#test/labelled.ts'

const problems = (value: unknown) => problemsOf(bookInputSchema.safeParse(value).error?.issues ?? [])
const tooLong = (limit: number) => ({ key: 'validation_string_max', params: { limit } })

const many = <Item>(count: number, item: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => item(at))
/** Eleven valid ones. */
const ISBNS = many(11, (at) => readIsbn(`030640${615 + at}${checkOf(`030640${615 + at}`)}`) ?? '')
function checkOf(nine: string): string {
  const sum = [...nine].reduce((total, digit, at) => total + (10 - at) * Number(digit), 0)
  const check = (11 - (sum % 11)) % 11
  return check === 10 ? 'X' : String(check)
}

describe('a book', () => {
  test('needs a title only; the rest is empty', () => {
    const { title, ...rest } = bookInputSchema.parse({ title: ' Nedjma ' })
    expect(title).toBe('Nedjma')
    expect(Object.keys(rest)).toEqual(expect.arrayContaining(['author', 'genreId', 'publisher', 'isbn', 'details']))
    // Empty, for each type of a field.
    for (const value of Object.values(rest)) expect(['', null, false, []]).toContainEqual(value)
  })

  test('is kept in one writing', () => {
    expect(
      bookInputSchema.parse({
        title: 'Nedjma',
        isbn: ['2-02-028927-X', '978 2 02 028927 6', '0-306-40615-2'],
        language: 'fre',
        subjects: [' Algeria ', '', 'Algeria'],
        summary: ' One.\r\n\r\nTwo. ',
        details: [
          { name: ' Donor ', value: ' Ama ' },
          { name: 'Shelf', value: '' },
        ],
      }),
    ).toMatchObject({
      isbn: ['9782020289276', '9780306406157'],
      language: 'fr',
      subjects: ['Algeria'],
      summary: 'One.\n\nTwo.',
      details: [{ name: 'Donor', value: 'Ama' }],
    })
  })

  test.each(
    labelled([
      [{ isbn: ['9782020289270'] }, { 'isbn.0': { key: 'isbn_invalid' } }],
      [{ isbn: ['978'] }, { 'isbn.0': { key: 'isbn_invalid' } }],
      [{ isbn: ISBNS }, { isbn: { key: 'validation_array_max', params: { limit: 10 } } }],
      [{ year: 999 }, { year: { key: 'validation_number_min', params: { limit: 1000 } } }],
      [{ year: yearMax() + 1 }, { year: { key: 'year_late' } }],
      [{ year: 1999.5 }, { year: { key: 'validation_invalid' } }],
      [{ language: 'xx' }, { language: { key: 'language_unknown' } }],
      [{ language: 'und' }, { language: { key: 'language_unknown' } }],
      [{ pages: 0 }, { pages: { key: 'validation_number_min', params: { limit: 1 } } }],
      [{ subjects: ['s'.repeat(101)] }, { 'subjects.0': tooLong(100) }],
      [{ subjects: many(21, (at) => `S${at}`) }, { subjects: { key: 'validation_array_max', params: { limit: 20 } } }],
      [{ summary: 'a\u202Eb' }, { summary: { key: 'text_invalid' } }],
      [
        { details: many(31, (at) => ({ name: `N${at}`, value: 'v' })) },
        { details: { key: 'validation_array_max', params: { limit: 30 } } },
      ],
      [
        { details: [{ name: ' ', value: 'v' }] },
        { 'details.0.name': { key: 'detail_name_required', params: { limit: 1 } } },
      ],
      [
        { edition: 'e'.repeat(101), volume: 'v'.repeat(31) },
        { edition: tooLong(100), volume: tooLong(30) },
      ],
    ]),
  )('refuses %s', (_, input, expected) => {
    expect(problems({ title: 'x', ...input })).toEqual(expected)
  })

  test('has lengths that are counted after trimming', () => {
    const space = ' '.repeat(50)
    const longest = { title: 't'.repeat(500), author: 'a'.repeat(300), publisher: 'p'.repeat(200) }
    expect(
      bookInputSchema.parse(
        Object.fromEntries(Object.entries(longest).map(([key, text]) => [key, space + text + space])),
      ),
    ).toMatchObject({ ...longest, genreId: null })
  })

  test.each(
    labelled([
      [{}, { title: { key: 'title_required' } }],
      [{ title: '' }, { title: { key: 'title_required', params: { limit: 1 } } }],
      [{ title: ' \n\t ' }, { title: { key: 'title_required', params: { limit: 1 } } }],
      [{ title: null }, { title: { key: 'title_required' } }],
      [{ title: 7 }, { title: { key: 'title_required' } }],
      [{ title: 't'.repeat(501) }, { title: tooLong(500) }],
      [{ title: 'x', author: 'a'.repeat(301) }, { author: tooLong(300) }],
      [{ title: 'x', publisher: 'p'.repeat(201) }, { publisher: tooLong(200) }],
      [{ title: 'a\0b' }, { title: { key: 'text_invalid' } }],
      [{ title: 'x', author: 'a\u0007' }, { author: { key: 'text_invalid' } }],
      ...['a\nb', 'a\r\nb', 'a\tb', 'a\u2028b', 'a\u202Eb', 'a\u2067b\u2069', 'a\uD800'].flatMap((text) => [
        [{ title: text }, { title: { key: 'text_invalid' } }] as const,
        [
          { title: 'x', author: text, publisher: text },
          { author: { key: 'text_invalid' }, publisher: { key: 'text_invalid' } },
        ] as const,
      ]),
      [{ title: 'x', genreId: 'poetry' }, { genreId: { key: 'validation_invalid' } }],
      [{ title: 'x', author: null }, { author: { key: 'validation_required' } }],
      ['text', { '': { key: 'validation_invalid' } }],
    ]),
  )('%s: refused at the wrong field', (_, value, expected) => {
    expect(problems(value)).toEqual(expected)
  })

  test('is refused once for each field', () => {
    expect(Object.keys(problems({ title: '', author: 'a'.repeat(301), publisher: 7, genreId: 7 })).toSorted()).toEqual([
      'author',
      'genreId',
      'publisher',
      'title',
    ])
  })
})

describe('names', () => {
  const keysOf = (schema: typeof nameSchema, value: unknown) =>
    schema.safeParse(value).error?.issues.map(({ message }) => message)

  test('of people and genres are refused with a specific message', () => {
    for (const [schema, required, invalid] of [
      [nameSchema, 'name_required', 'name_invalid'],
      [genreNameSchema, 'genre_required', 'text_invalid'],
    ] as const) {
      expect(schema.parse(' Ada ')).toBe('Ada')
      for (const value of ['', '  ', undefined, null, 7]) expect(keysOf(schema, value)).toEqual([required])
      expect(keysOf(schema, 'x'.repeat(101))).toEqual(['validation_string_max'])
      expect(keysOf(schema, 'a\0')).toEqual([invalid])
    }
  })

  test('of genres give each the same hue every time', () => {
    const hues = ['Chess', 'chess', 'شطرنج', '😀', ''].map(hueOf)
    expect(hues).toEqual(['Chess', 'chess', 'شطرنج', '😀', ''].map(hueOf))
    for (const hue of hues) expect(Number.isInteger(hue) && hue >= 0 && hue < 360).toBe(true)
  })
})
