import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { bookChange } from '#base/db/tables/book-change.ts'
import { book } from '#base/db/tables/book.ts'
import { as, signedIn, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, aUser, theGenre } from '#test/factories.ts'
import { CATALOGUE_PATH, MOST_BOOKS, type WholeCatalogue } from '../catalogue-wire.ts'
import { catalogueAfter } from '../catalogue.ts'
import { toRows } from '#base/lib/columns.ts'
import { lookUp } from '#base/lib/list/look-up.ts'

useDatabase()

let reader: SignedInCaller
beforeAll(async () => {
  reader = await as('reader')
})
beforeEach(() => db.delete(book))

const path = (person: string) => `${CATALOGUE_PATH}?person=${person}`

async function whole(): Promise<WholeCatalogue> {
  const response = await reader.request(path(reader.user.id), { headers: { 'accept-encoding': 'br' } })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-encoding')).toBe('br')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  return JSON.parse(brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString())
}

describe('the whole catalogue', () => {
  test('has every book as it is', async () => {
    const novel = await theGenre('novel')
    const rows = [
      await aBook({ title: '"Quoted", \\ and, more', author: '', publisher: 'Seuil' }),
      await aBook({ title: 'Le polygone étoilé', author: 'Kateb Yacine', publisher: '' }),
      await aBook({
        title: 'Nedjma',
        author: 'Kateb Yacine',
        publisher: 'Seuil',
        genreId: novel.id,
        isbn: ['9782020289276', '9782020289351'],
        year: 1996,
        language: 'fr',
        series: 'Points',
        volume: '247',
        shelfMark: 'F KAT',
        summary: 'Not sent.',
        details: [{ name: 'Original title', value: 'Nedjma l’étoile' }],
      }),
      await aBook({ title: 'القاهرة الجديدة', author: 'نجيب محفوظ', publisher: 'دار الشروق' }),
    ]
    const answer = await whole()
    expect(toRows(answer.books)).toEqual(
      rows.map((row) => {
        const otherTitles = row.details.length > 0 ? ' nedjma l etoile' : ''
        const sent = { ...row, otherTitles }
        return Object.fromEntries(Object.keys(answer.books).map((field) => [field, lookUp(sent, field)]))
      }),
    )
    expect(Object.keys(answer.books)).toHaveLength(12)
    expect(answer.genres).toContainEqual(expect.objectContaining({ id: novel.id, words: expect.any(String) }))
    expect((await catalogueAfter(answer, undefined))?.byId).toHaveLength(4)
    const check = { ...answer.check, ids: answer.check.ids + 1 }
    expect(await catalogueAfter({ ...answer, check }, undefined)).toBeUndefined()
  })

  test('without a book is empty', async () => {
    const answer = await whole()
    expect(toRows(answer.books)).toEqual([])
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

test('more books than a phone can keep are not sent', async () => {
  // Says of the table that it has so many books more, as the statements that added them would.
  await db.insert(bookChange).values({ added: MOST_BOOKS + 1 })
  const answer = await reader.request(path(reader.user.id))
  expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'CATALOGUE_TOO_LARGE' }])
  await db.insert(bookChange).values({ added: -MOST_BOOKS - 1 })
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
  expect(answer.books.title).toEqual(['Nedjma'])
})
