import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { book } from '#base/db/tables/book.ts'
import { bookImport } from '#base/db/tables/book-import.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { fileFields } from '#catalogue/book/shared/file-fields.schema.ts'
import { useDatabase } from '#test/database.ts'
import { theGenre } from '#test/factories.ts'
import { stageFile } from '#test/stage-file.ts'
import { findColumns, isListOfPeople } from './staging/import-columns.server.ts'
import { importRouter } from './import.router.server.ts'
import { startImport } from './import.server.ts'
import { runImport } from './run/import-runner.server.ts'

// Files of other programs.

useDatabase()

let manager: SignedInCaller
beforeEach(async () => {
  manager = await as('manager')
  await db.delete(book)
  await db.delete(bookImport)
})

const staged = (text: string | Buffer) => stageFile(manager, text)

const rowsOf = async (id: string) => (await manager.call(importRouter.rows, { id, limit: 100 })).items

describe('Columns are found by what their names are about', () => {
  test.each<[header: string, title: number, author: number, genre?: number | undefined, publisher?: number]>([
    ['Book Id,Title,Author,Author l-f,Additional Authors,ISBN,Publisher,Bookshelves', 1, 2, undefined, 6],
    ['Book Id,Title,Primary Author,Secondary Author,Publication,Tags', 1, 2, undefined, 4],
    ['item_type,title,creators,first_name,last_name,collection,ean_isbn13,publisher,tags', 1, 2, undefined, 7],
    ['المعرف,اسم الكتاب,اسم الكاتب,عدد الصفحات,الفئة', 1, 2, 4],
    ['ID,Type,Titre,Nom auteur,Prénom Auteur,Nom auteur complet', 2, 5],
    ['Kichwa cha kitabu,Mtunzi,Mchapishaji,Aina', 0, 1, 3, 2],
    ['Jina la kitabu,Jina la mwandishi,Mchapishaji,Aina', 0, 1, 3, 2],
    ['Item Type,Publication Title,Title,Author,Publisher', 2, 3, undefined, 4],
    ['title_sort,author_sort,title,authors,publisher,series', 2, 3, undefined, 4],
    ['title,gmd_name,edition,isbn_issn,publisher_name,authors', 0, 5, undefined, 4],
    ['designation,auteur(s),theme,maison', 0, 1, 2, 3],
    ['Titel,Verfasser,Kategorie,Verlag', 0, 1, 2, 3],
    ['Book,Author Name', 0, 1],
    ['العنوان,المؤلف,دار النشر', 0, 1, undefined, 2],
  ])('%s', (header, title, author, genre, publisher) => {
    const found = findColumns(header.split(','), {})
    expect(['title', 'author', 'genre', 'publisher'].map((field) => found.get(field))).toEqual([
      title,
      author,
      genre,
      publisher,
    ])
  })

  test('those of the other fields of a book too', () => {
    const found = findColumns(
      'Titre,ISBN/ISSN,Date de publication,Langue,Nb. pages,Édition,Collection,Tome,Cote,Mots-clés,Résumé'.split(','),
      {},
      (index) => (index === 5 ? ['2e éd.'] : []),
    )
    expect([...found.keys()]).toEqual(
      fileFields.filter((field) => !['author', 'genreId', 'publisher', 'details'].includes(field)),
    )
    expect([...found.values()]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  test.each(['Title sort,Coauthors,Author id,Subtitle', 'Nom,Prénom,Classe,N°'])('none of %s', (header) =>
    expect([...findColumns(header.split(','), {}).keys()].filter((field) => field !== 'id')).toEqual([]),
  )

  test('names that mean several things, by their cells', () => {
    const found = (...values: string[]) =>
      findColumns(['Title', 'Edition', 'Subjects'], {}, (index) => [values[index - 1] ?? ''])
    expect(Object.fromEntries(found('Heron Press', 'Novel'))).toEqual({ title: 0, publisher: 1, genre: 2 })
    expect(Object.fromEntries(found('2nd ed.', 'Kenya -- History; Rivers'))).toEqual({
      title: 0,
      edition: 1,
      subjects: 2,
    })
  })

  test('a column without a name is of none, also in a file of a known program', () => {
    const found = findColumns(['', 'Title', 'Primary Author', 'Collections', '-'], {})
    expect(Object.fromEntries(found)).toEqual({ title: 1, author: 2 })
  })

  test('a list of pupils has none', () => {
    expect(isListOfPeople(['Nom', 'Prénom', 'Classe'], {})).toBe(true)
    expect(isListOfPeople(['cardnumber', 'surname', 'firstname', 'email'], {})).toBe(true)
    expect(isListOfPeople(['Name', 'Form', 'Title'], { title: 2 })).toBe(false)
    expect(isListOfPeople(['Jina', 'Mwaka'], {})).toBe(false)
  })
})

test('No field beside the title refuses a book; what cannot be kept is shortened or left out, and said', async () => {
  const long = 'Pub '.repeat(80).trim()
  const { id } = await staged(
    `title,author,publisher,genre,summary\nOne,A,${long},Novel,x\nTwo,B,P,${'Hunger; '.repeat(20)},y\nThree \uFFFD,C \uFFFD,P,Novel,z\nFour,D,P,Novel,\uFFFD\n`,
  )
  const rows = await rowsOf(id)
  expect(rows.map(({ result, notes }) => [result, ...notes])).toEqual([
    ['created', 'shortened:publisher'],
    ['created', 'left-out:genre'],
    ['created', 'unreadable'],
    ['created', 'unreadable'],
  ])
  expect(rows[2]?.values).toMatchObject({ title: 'Three \uFFFD', author: 'C \uFFFD' })
  const noted = await manager.call(importRouter.rows, { id, result: 'noted', limit: 10 })
  expect([(await manager.call(importRouter.get, { id })).noted, noted.items.length]).toEqual([4, 4])
  await startImport(id)
  await runImport(id)
  expect(await db.$count(book)).toBe(4)
})

test('Bytes that the encoding does not have refuse a row only in the title', async () => {
  const text = Buffer.from('title,author,summary\nÉté,Zoé,ñ\nFine,Zo_,x\nMis_rable,B,y\nOther,C,_\nعمر,د,س\n')
  const bytes = Buffer.from(text.toString('latin1').replaceAll('_', '\xE9'), 'latin1')
  const { id } = await staged(bytes)
  expect((await rowsOf(id)).map(({ result, reason, notes }) => [result, reason?.kind, ...notes])).toEqual([
    ['created', undefined],
    ['created', undefined, 'unreadable'],
    ['refused', 'encoding'],
    ['created', undefined, 'unreadable'],
    ['created', undefined],
  ])
})

test('Without an author no row is the same as another one by its title', async () => {
  const { id } = await staged('title,publisher\nThe Green Lamp,Heron\nThe Green Lamp,Heron\n')
  expect((await rowsOf(id)).map(({ result, reason }) => [result, reason?.kind])).toEqual([
    ['created', undefined],
    ['refused', 'repeated-title'],
  ])
})

test('A repeated row that is no other edition says what differs', async () => {
  const { id } = await staged('title,author,series\nUtengano,Said,Penguin\nUtengano,Said,Puffin\n')
  expect((await rowsOf(id))[1]?.reason).toEqual({
    kind: 'repeated',
    row: 2,
    differences: [{ field: 'series', before: 'Penguin', after: 'Puffin' }],
  })
})

/** The details of columns 2, 3 and 5. */
const numbered = (...values: string[]) => values.map((value, at) => ({ name: `Column ${[2, 3, 5][at]}`, value }))

test('Of two columns for one field both are read, or the first that is filled; the rest stays a detail', async () => {
  const text = `Title,Subtitle,ISBN10,ISBN13,Date Published,Year Published,Tags,Keywords
River,a story,080442957X,9782070364237,,2014,"sea, school",Boats
Long river: A Story,a story,,9782070379040,2001,1999,sea,
`
  const { id, choices, header } = await staged(text)
  const values = async () => (await rowsOf(id)).map((row) => row.values)
  expect(await values()).toEqual([
    {
      title: 'River: a story',
      isbn: ['9780804429573', '9782070364237'],
      year: 2014,
      subjects: ['sea', 'school', 'Boats'],
    },
    {
      title: 'Long river: A Story',
      isbn: ['9782070379040'],
      year: 2001,
      subjects: ['sea'],
      details: [{ name: 'Year Published', value: '1999' }],
    },
  ])
  const { further } = await manager.call(importRouter.get, { id })
  const named = Object.entries(further).map(([field, [index = -1]]) => [field, header[index]])
  expect(Object.fromEntries(named)).toEqual({
    title: 'Subtitle',
    isbn: 'ISBN13',
    year: 'Year Published',
    subjects: 'Keywords',
  })
  await manager.call(importRouter.change, { id, choices: { ...choices, leftOut: [1, 3] } })
  expect((await values())[0]).toMatchObject({ title: 'River', isbn: ['9780804429573'] })
})

test('Languages by their names in any language, and days by the order of their column', async () => {
  await storeLibrarySettings({ lending: true })
  const { id } = await staged(
    'title,language,barcode,date acquired\nA,Italiano,A1,12/09/2019\nB,engfre,A2,23/10/2021\nC,FR/EN,A3,15 Jan 2020\nD,bilingue,A4,\n',
  )
  expect((await rowsOf(id)).map(({ values, notes }) => [values.language, values.copyAcquired, ...notes])).toEqual([
    ['it', ['2019-09-12']],
    ['en', ['2021-10-23']],
    ['fr', ['2020-01-15']],
    [undefined, undefined, 'left-out:language:bilingue'],
  ])
})

test('A list without a header keeps its first book, and authors in angle brackets are a list', async () => {
  const { id, shape, columns } = await staged(
    'Blue River;Text;2012;<Ada K><Ben L>;Heron\nGreen River;Text;2013;<Cy M>;Heron\n',
  )
  expect([shape?.hasHeader, columns]).toEqual([false, { title: 0, author: 3 }])
  expect((await rowsOf(id)).map(({ values }) => values)).toEqual([
    { title: 'Blue River', author: 'Ada K, Ben L', details: numbered('Text', '2012', 'Heron') },
    { title: 'Green River', author: 'Cy M', details: numbered('Text', '2013', 'Heron') },
  ])
  const named = await manager.call(importRouter.change, { id, shape: { kind: 'csv', ...shape, hasHeader: true } })
  expect([named.header[0], named.rows]).toEqual(['Blue River', 1])
})

test('A cell that cannot be stored does not take those of other unknown columns with it', async () => {
  const names = Array.from({ length: 32 }, (_, at) => `Own ${at + 1}`)
  const cells = names.map((_, at) => (at === 1 ? 'bad\u0007cell' : String(at + 1)))
  const { id } = await staged(`title,${names.join()}\nUtengano,${cells.join()}\n`)
  const [row] = await rowsOf(id)
  const kept = names.flatMap((name, at) => (at === 1 || at === 31 ? [] : [{ name, value: cells[at] }]))
  expect(row?.values.details).toEqual(kept)
  expect(row?.notes).toEqual(['left-out:details:Own 2', 'left-out:details:Own 32'])
})

test('Entities of HTML are read where a column has several of them', async () => {
  const { id } = await staged(
    'Title,Author\nRen&eacute; et l&#39;hiver,Mary GrandPr&eacute;\n&#1055;&#x456;&#1076; &amp; sky,J &amp; K\nAT&T;history,Z\n',
  )
  expect((await rowsOf(id)).map(({ values }) => [values.title, values.author])).toEqual([
    ["René et l'hiver", 'Mary GrandPré'],
    ['Під & sky', 'J & K'],
    ['AT&T;history', 'Z'],
  ])
  const one = await staged('title,author\nFoo &amp; Bar,A\nOther,B\n')
  expect((await rowsOf(one.id))[0]?.values.title).toBe('Foo &amp; Bar')
})

test('Authors written "Last, First" are turned where most are, as can be chosen', async () => {
  const text =
    'title,author\nA,"Hugo, Victor"\nB,"Sow, Ina; Obi, Chinwe"\nC,"King, Martin Luther, Jr."\nD,UNESCO\nE,"Heron, Inc."\nF,"Ministry of Rivers, Nairobi"\nG,"Dumas, Alexandre, 1802-1870"\nH,"Obi, Chinwe & Sow, Ina"\n'
  const { id, choices } = await staged(text)
  expect(choices.turnsNames).toBe(true)
  expect((await rowsOf(id)).map(({ values }) => values.author)).toEqual([
    'Victor Hugo',
    'Ina Sow, Chinwe Obi',
    'Martin Luther King, Jr.',
    'UNESCO',
    'Heron, Inc.',
    'Ministry of Rivers, Nairobi',
    'Alexandre Dumas',
    'Chinwe Obi, Ina Sow',
  ])
  await manager.call(importRouter.change, { id, choices: { ...choices, turnsNames: false } })
  expect((await rowsOf(id))[0]?.values.author).toBe('Hugo, Victor')
  const lists = await staged(
    'title,author\nA,"Suzanne Collins, Mary GrandPré"\nB,"J. K. Rowling"\nC,"Ann Bee, Cy Dee"\n',
  )
  expect(lists.choices.turnsNames).toBe(false)
})

test('A sum below the table is left out, with a filter of its own', async () => {
  const { id } = await staged('Titre,Auteur,Anzahl\nNedjma,Kateb Yacine,3\nTotal Recall,,2\nTotal,,5\n')
  expect((await rowsOf(id)).map(({ result, reason }) => [result, reason?.kind])).toEqual([
    ['created', undefined],
    ['created', undefined],
    ['refused', 'sum'],
  ])
  const filtered = async (result: 'no-book' | 'refused') =>
    (await manager.call(importRouter.rows, { id, result })).items
  expect([(await filtered('no-book')).map(({ row }) => row), await filtered('refused')]).toEqual([[4], []])
  await startImport(id)
  await runImport(id)
  expect(await manager.call(importRouter.get, { id })).toMatchObject({ refused: 1, sums: 1 })
})

test('A sum below the table is a book where that is chosen', async () => {
  const { id, choices } = await staged('Titre,Auteur,Anzahl\nNedjma,Kateb Yacine,3\nTotal Recall,,2\nTotal,,5\n')
  const chosen = await manager.call(importRouter.change, { id, choices: { ...choices, addsSums: true } })
  expect([chosen.created, chosen.filled]).toEqual([3, [3, 1, 3]])
})

test('Each new genre of the file is added, left out, or one of the library instead', async () => {
  const novel = await theGenre('novel')
  const { id, choices } = await staged('title,author,genre\nA,X,Romanz\nB,X,Romanz\nC,X,Misc\nD,X,Fishing\n')
  const genres = { Romanz: novel.id, Misc: null }
  const preview = await manager.call(importRouter.change, { id, choices: { ...choices, genres } })
  expect(preview.newGenres).toEqual([
    { name: 'Romanz', count: 2 },
    { name: 'Fishing', count: 1 },
    { name: 'Misc', count: 1 },
  ])
  await startImport(id)
  await runImport(id)
  const saved = await db.select().from(book).orderBy(book.title)
  expect(saved.map(({ genreId }) => genreId === novel.id)).toEqual([true, true, false, false])
  expect([saved[2]?.genreId, typeof saved[3]?.genreId]).toEqual([null, 'string'])
})

test('Previews that were left for a newer one are not among the last imports', async () => {
  await staged('title\nA\n')
  const { id } = await staged('title\nB\n')
  const { items } = await manager.call(importRouter.list, undefined)
  expect(items.map((item) => item.id)).toEqual([id])
})
