import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/connection/client.server.ts'
import { bookChange } from '#db/tables/book-change.ts'
import { book } from '#db/tables/book.ts'
import { as, signedIn, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, aUser, theGenre } from '#test/factories.ts'
import { CATALOGUE_PATH, type WholeCatalogue } from '../catalogue-wire.ts'
import { booksOfWhole, checkOf } from '../read-answer.ts'
import { shortIds } from '../short-ids.ts'

useDatabase()

let reader: SignedInCaller
beforeAll(async () => {
  reader = await as('reader')
})
beforeEach(() => db.delete(book))

const path = (person: string, more = '') => `${CATALOGUE_PATH}?person=${person}${more}`

async function whole(): Promise<WholeCatalogue> {
  const response = await reader.request(path(reader.user.id), { headers: { 'accept-encoding': 'br' } })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-encoding')).toBe('br')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  return JSON.parse(brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString())
}

describe('the whole catalogue', () => {
  test('has every book as it is, known by the beginning of its id', async () => {
    const novel = await theGenre('novel')
    const rows = [
      await aBook({ title: 'Nedjma', author: 'Kateb Yacine', publisher: 'Seuil', genreId: novel.id }),
      await aBook({ title: 'Le polygone étoilé', author: 'Kateb Yacine', publisher: '' }),
      await aBook({ title: 'القاهرة الجديدة', author: 'نجيب محفوظ', publisher: 'دار الشروق' }),
      await aBook({ title: '"Quoted", \\ and, more', author: '', publisher: 'Seuil' }),
    ]
    const answer = await whole()
    const books = booksOfWhole(answer)
    const genreAt = answer.genres.findIndex(({ id }) => id === novel.id)
    expect(books.map(({ title, author, publisher, genre }) => ({ title, author, publisher, genre }))).toEqual(
      [rows[3], rows[0], rows[1], rows[2]]
        .map((row) => ({
          title: row?.title,
          author: row?.author,
          publisher: row?.publisher,
          genre: row?.genreId === novel.id ? genreAt : -1,
        }))
        .toSorted((a, b) => (`${a.author}\t${a.title}` < `${b.author}\t${b.title}` ? -1 : 1)),
    )
    for (const { id, title } of books) {
      expect(rows.filter((row) => row.id.startsWith(id)).map((row) => row.title)).toEqual([title])
      expect(id.length).toBeLessThan(36)
    }
    expect(checkOf(books)).toEqual(answer.check)
  })

  test('without a book is empty', async () => {
    const answer = await whole()
    expect(booksOfWhole(answer)).toEqual([])
    expect(answer.check).toEqual({ count: 0, ids: 0, bytes: 0 })
  })
})

describe('nobody gets it', () => {
  test('who is signed out, banned, not onboarded, somebody else, or impersonated', async () => {
    const stranger = await as('stranger')
    expect((await stranger.request(path(reader.user.id))).status).toBe(401)
    const banned = await as('reader', { banned: true })
    expect((await banned.request(path(banned.user.id))).status).toBe(401)
    const newcomer = await as('newcomer')
    expect((await newcomer.request(path(newcomer.user.id))).status).toBe(403)
    const other = await as('reader')
    const answer = await other.request(path(reader.user.id))
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'FORBIDDEN' }])
    const manager = await as('manager')
    const impersonated = await signedIn(await aUser(), { impersonatedBy: manager.user.id })
    const refused = await impersonated.request(path(impersonated.user.id))
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'IMPERSONATING' }])
  })
})

describe('a large catalogue', () => {
  /** Says of the table that it has so many books more, as the statements that added them would. */
  const claimBooks = (added: number) => db.insert(bookChange).values({ added })

  test('is offered with its size, and sent when it is asked for', async () => {
    await aBook({ title: 'Nedjma' })
    await claimBooks(20_000)
    const offered = await reader.request(path(reader.user.id), { headers: { 'accept-encoding': 'br' } })
    const sent = await reader.request(path(reader.user.id, '&all=1'), { headers: { 'accept-encoding': 'br' } })
    const bytes = (await sent.arrayBuffer()).byteLength
    expect(await offered.json()).toEqual({ kind: 'offer', count: 20_001, bytes })
    await claimBooks(-20_000)
  })

  test('of more books than a phone can keep is refused', async () => {
    await claimBooks(100_001)
    const answer = await reader.request(path(reader.user.id, '&all=1'))
    expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'CATALOGUE_TOO_LARGE' }])
    await claimBooks(-100_001)
  })
})

test.each([
  ['gzip', 'gzip', gunzipSync],
  ['identity', null, (bytes: Buffer) => bytes],
] as const)('a browser that takes no brotli gets %s', async (accept, encoding, unpack) => {
  await aBook({ title: 'Nedjma' })
  const response = await reader.request(path(reader.user.id), { headers: { 'accept-encoding': accept } })
  expect(response.headers.get('content-encoding')).toBe(encoding)
  expect(response.headers.get('vary')).toContain('Accept-Encoding')
  const answer: WholeCatalogue = JSON.parse(unpack(Buffer.from(await response.arrayBuffer())).toString())
  expect(booksOfWhole(answer).map(({ title }) => title)).toEqual(['Nedjma'])
})

test('ids are cut where they differ', () => {
  const ids = [
    '01a1fc5f3ab8711dbde4965ef5d28919',
    '01a1fc5f3ab871ff9d210f4b7d6a5e10',
    '01a1fc5f3ab97000800000000000000a',
  ]
  expect(shortIds(ids, [2, 0, 1])).toEqual({
    times: `${Number.parseInt('01a1fc5f3ab8', 16).toString(36)},1`,
    timeOf: '0,1,0',
    rest: '71ff,7000,711d',
  })
})
