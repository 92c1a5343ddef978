import { describe, expect, test } from 'vitest'
import { readReaderSearch, readerSearchSchema } from './reader-search.schema.ts'

const ID = '01a1fc5f-3ab8-7c3e-9d21-0f4b7d6a5e10'

describe('the address of the library', () => {
  test.each([
    [{}, { sort: 'title' }],
    [{ letter: 'k' }, { sort: 'title', letter: 'k' }],
    [{ letter: 'E\u0301' }, { sort: 'title', letter: 'É' }],
    [
      { letter: '#', sort: 'author' },
      { sort: 'author', letter: '#' },
    ],
    [{ letter: 'kk', sort: 'title-desc' }, { sort: 'title' }],
    [{ letter: '7', sort: '1984' }, { sort: 'title' }],
    [{ letter: 'k', sort: 'added' }, { sort: 'added' }],
    [{ letter: 'k', searchTerm: 'hobbit' }, { sort: 'title' }],
    [
      { letter: 'k', searchTerm: ' ' },
      { sort: 'title', letter: 'k' },
    ],
  ])('%j begins at %j', (search, place) => {
    expect(readReaderSearch(readerSearchSchema.parse(search)).position).toEqual(place)
  })

  test('narrows to a genre, an author and a publisher', () => {
    const { filter } = readReaderSearch(
      readerSearchSchema.parse({ genreId: ID, author: ' Achebe ', publisher: 'Heinemann' }),
    )
    expect(filter).toEqual({ searchTerm: '', genreId: ID, author: 'Achebe', publisher: 'Heinemann' })
    const { filter: none } = readReaderSearch(readerSearchSchema.parse({ genreId: 'none', author: 'x'.repeat(301) }))
    expect(none).toEqual({ searchTerm: '', genreId: undefined, author: undefined, publisher: undefined })
  })

  test('narrows to years, which are text in an address', () => {
    const years = { yearFrom: '1990', yearTo: '1999' }
    expect(readReaderSearch(readerSearchSchema.parse(years)).filter).toMatchObject({ yearFrom: 1990, yearTo: 1999 })
    const none = { yearFrom: '19xx', yearTo: '10000' }
    const { filter } = readReaderSearch(readerSearchSchema.parse(none))
    expect(filter).toMatchObject({ yearFrom: undefined, yearTo: undefined })
  })
})
