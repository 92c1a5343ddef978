import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { db } from '#base/db/connection/client.server.ts'
import { bookWord } from '#base/db/tables/book-word.ts'
import { book } from '#base/db/tables/book.ts'
import { foldedWords } from '#base/lib/search/fold-words.ts'
import { soundKey } from '#base/lib/search/sound-key.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, theGenre } from '#test/factories.ts'
import { similarTo } from './book-similar.server.ts'
import judged from './search-judged.json' with { type: 'json' }

const { url } = useDatabase()
beforeEach(async () => {
  await db.delete(book)
  await db.delete(bookWord)
})

const storedWords = async () => (await db.select().from(bookWord)).map(({ word }) => word).toSorted()
const idsOf = async (term: string, genreId?: string) => (await similarTo(term, genreId)).books.map(({ id }) => id)

describe('the books similar to a search', () => {
  test('are at most twelve, the nearest first', async () => {
    const swapped = await aBook({ title: 'Zebra castle' })
    const two = await aBook({ title: 'A constellation' })
    const one = await aBook({ title: 'The constelation' })
    expect(await idsOf('caslte')).toEqual([swapped.id])
    expect(await idsOf('constelatoin')).toEqual([one.id, two.id])
    for (let number = 0; number < 15; number++) await aBook({ title: `Castle ${number}` })
    expect(await idsOf('caslte')).toHaveLength(12)
  })

  test('leave out the exact hits, and are none where those are five', async () => {
    for (let number = 1; number <= 4; number++) await aBook({ title: `Tamarlow ${number}` })
    const near = await aBook({ title: 'Harlow, Marlon' })
    expect(await idsOf('marlow')).toEqual([near.id])
    await aBook({ title: 'Tamarlow 5' })
    expect(await idsOf('marlow')).toEqual([])
  })

  test('are shown beside a few weak hits, not beside a good one', async () => {
    await aBook({ title: 'Kingsbury', author: 'Stefan Zweig' })
    const meant = await aBook({ title: 'It', author: 'Stephen King' })
    expect(await idsOf('stefan king')).toEqual([meant.id])
    expect(await idsOf('kingsbery')).toHaveLength(1)
    await aBook({ title: 'The Kingsbery Affair' })
    expect(await idsOf('kingsbery')).toEqual([])
  })

  test.each([
    ['stefen king', 'Stephen King'],
    ['steven kyng', 'Stephen King, Peter Straub'],
    ['paulo cohelo', 'Alan R. Clarke, Paulo Coelho'],
    ['agata kristi', 'Agatha Christie'],
    ['viktor ugo', 'Victor Hugo'],
  ])('%s means the author %s rather than words of several', async (term, author) => {
    await aBook({ title: 'Destined to Become the Kings of Sport', author: 'Simon Kuper, Stefan Szymanski' })
    await aBook({ title: 'A Year of Food Life', author: 'Barbara Kingsolver, Steven L. Hopp, Agata Paulo' })
    await aBook({ title: 'Kristi of Coelho', author: 'Agata Wong, Paul Hugo' })
    const meant = await aBook({ title: 'Zone', author })
    expect((await idsOf(term))[0]).toBe(meant.id)
  })

  test('know the number of a volume beside a typo', async () => {
    await aBook({ title: 'The Sorcerer (Harry Potter, #1)' })
    const third = await aBook({ title: 'The Prisoner (Harry Potter, #3)' })
    expect(await idsOf('hary poter 3')).toEqual([third.id])
  })

  test('match the filters for genre and publisher', async () => {
    const poetry = await theGenre('poetry')
    const poem = await aBook({ title: 'Castle of air', genreId: poetry.id, publisher: 'Faber' })
    const other = await aBook({ title: 'Castle of stone', publisher: 'Plon' })
    expect((await idsOf('caslte')).toSorted()).toEqual([poem.id, other.id].toSorted())
    expect(await idsOf('caslte', poetry.id)).toEqual([poem.id])
    expect(await similarTo('caslte', undefined, { publisher: 'PLON' })).toEqual({
      books: [{ id: other.id }],
      without: [],
    })
  })

  test.each([
    '',
    ' ',
    '%',
    '_ _',
    '\\',
    "'",
    'and',
    'na و',
    '10%',
    '\\%a',
    '%%%%',
    'a b c d e f g h i j k',
    '🦄',
    'x'.repeat(200),
  ])('are none for %j', async (term) => {
    await aBook({ title: 'The 10% castle of a_b \\ 100 %', author: 'C++ & Co.' })
    expect(await idsOf(`${term}`)).toEqual([])
  })

  test('are cancelled with the request', async () => {
    const given = new AbortController()
    given.abort()
    await expect(similarTo('caslte', undefined, { signal: given.signal })).rejects.toMatchObject({ code: 'ABORTED' })
  })
})

test('words that sound alike have one key, the same in the database', async () => {
  const words = [...new Set(judged.flatMap(({ query }) => foldedWords(query)))]
  const { rows } = await db.execute<{ key: string | null }>(
    sql`select public.sound_key(word) as key from unnest(${sql.param(words)}::text[]) with ordinality as one(word, at) order by at`,
  )
  expect(rows.map(({ key }) => key ?? undefined)).toEqual(words.map(soundKey))
  expect(new Set(['stephen', 'stefan', 'steven', 'stivan'].map(soundKey)).size).toBe(1)
  expect(soundKey('christie')).toBe(soundKey('kristi'))
  expect(soundKey('king')).not.toBe(soundKey('sing'))
})

describe('the words of books', () => {
  test('are stored once, folded, without numbers', async () => {
    await db.insert(book).values([
      { title: 'Les Misérables, 1862', author: 'Victor Hugo' },
      { title: 'Hugo', author: 'Les Amis' },
    ])
    expect(await storedWords()).toEqual(['amis', 'hugo', 'les', 'miserables', 'victor'])
  })

  test('follow an edit, and are not written by one that changes none', async () => {
    const { id } = await aBook({ title: 'First', author: '', publisher: '' })
    await db.update(book).set({ title: 'Second' })
    expect(await storedWords()).toEqual(['first', 'second'])
    await db.delete(bookWord)
    await db.update(book).set({ version: 7, title: 'SECOND' })
    expect(await storedWords()).toEqual([])
    expect(await idsOf(id)).toEqual([])
  })

  test('are looked up one by one, also by a connection that wrote when there were a few', async () => {
    const few = [...'abcdefghijklmnopqrstuvwxyz'].map((letter) => `few${letter}`)
    await aBook({ title: few.join(' '), author: '', publisher: '' })
    await db.execute(sql`analyze book_word`)
    const words = [...'abcdefghij'].flatMap((first) => [...'klmnopqrst'].map((second) => first + second))
    const client = new Client(url)
    await client.connect()
    try {
      await client.query('begin')
      const insert = () =>
        client.query(
          'insert into book (id, title, edition) select gen_random_uuid(), word, gen_random_uuid() from unnest($1::text[]) as word',
          [words],
        )
      await insert()
      await insert()
      const { rows } = await client.query(
        `select idx_scan::int as "lookUps", idx_tup_fetch::int as read from pg_stat_xact_user_tables where relname = 'book_word'`,
      )
      // The second time each word is there.
      expect(rows).toEqual([{ lookUps: 2 * words.length, read: words.length }])
      await client.query('commit')
    } finally {
      await client.end()
    }
    expect(await storedWords()).toEqual([...few, ...words].toSorted())
  })

  test('do not make concurrent changes wait for each other', async () => {
    const [one, other] = [new Client(url), new Client(url)]
    await Promise.all([one.connect(), other.connect()])
    try {
      for (const client of [one, other]) await client.query(`begin; set local lock_timeout = '2s'`)
      const insert = (client: Client, title: string) =>
        client.query('insert into book (id, title) values (gen_random_uuid(), $1)', [title])
      await insert(one, 'alpha omega')
      await insert(other, 'omega beta')
      await insert(one, 'beta')
      await insert(other, 'alpha')
      await Promise.all([one.query('commit'), other.query('commit')])
    } finally {
      await Promise.all([one.end(), other.end()])
    }
    expect(new Set(await storedWords())).toEqual(new Set(['alpha', 'beta', 'omega']))
    expect(await idsOf('omeag')).toHaveLength(2)
  })
})
