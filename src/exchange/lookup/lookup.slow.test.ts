import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { limitHit } from '#base/db/tables/limit-hit.ts'
import { coverImage } from '#base/db/tables/cover-image.ts'
import { lookupAnswer, lookupSource } from '#base/db/tables/lookup.ts'
import { bookEditRouter } from '#catalogue/book/edit/book-edit.router.server.ts'
import { aJpeg } from '#catalogue/book/cover/picture.test-kit.ts'
import { moveClock, now } from '#base/lib/clock.ts'
import type { LookupSource } from '#base/lib/lookup-sources.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { useEnv } from '#test/env.ts'
import { answerWith, KNOWN_ISBN, marcXml, SEVERAL_ISBN, sruAnswer, startCatalogues } from '#test/lookup-catalogues.ts'
import { lookupRouter } from './lookup.router.server.ts'
import { ANSWER_LIFETIME } from '#exchange/book-source/shared/ask-source.server.ts'

const catalogues = await startCatalogues()
afterAll(() => catalogues.close())
useEnv({ ...catalogues.settings, LOOKUP: 'bnf, dnb, k10plus, openlibrary' })
useDatabase()

let manager: SignedInCaller
beforeAll(async () => {
  manager = await as('manager')
})
beforeEach(async () => {
  moveClock(0)
  catalogues.asked.length = 0
  catalogues.answers.clear()
  await db.delete(lookupAnswer)
  await db.delete(lookupSource)
  await db.delete(limitHit)
})

const find = (isbn: string) => manager.call(lookupRouter.find, { isbn })
const answerOf = async (source: LookupSource, isbn = KNOWN_ISBN) =>
  (await find(isbn)).sources.find((found) => found.source === source)
const askedOf = (source: LookupSource) => catalogues.asked.filter((one) => one.source === source)

const NONE = { book: null, genre: null, failure: null, isOther: false }

describe('a look-up', () => {
  test('gives what each source says, in the order of the operator', async () => {
    const { sources } = await find(KNOWN_ISBN)
    expect(sources.map(({ source }) => source)).toEqual(['bnf', 'dnb', 'k10plus', 'openlibrary'])
    expect(sources.map(({ book }) => [book?.title, book?.author, book?.publisher])).toEqual([
      ['Nedjma: roman', 'Yacine Kateb', 'Éditions du Seuil'],
      ['Nedjma: roman', 'Kateb Yacine', 'Éd. du Seuil'],
      ['Nedjma: roman', 'Kateb Yacine', 'Éd. du Seuil'],
      ['Nedjma', 'Kateb Yacine', 'Seuil'],
    ])
    expect(sources.every(({ failure }) => failure === null)).toBe(true)
    expect(sources.map(({ book }) => [book?.isbn, book?.year, book?.language, book?.pages])).toEqual([
      [[KNOWN_ISBN], 1996, 'fr', 256],
      [[KNOWN_ISBN], 1996, 'fr', 274],
      [[KNOWN_ISBN], 1996, 'fr', 274],
      [[KNOWN_ISBN], 1996, 'fr', 256],
    ])
    expect(sources[1]?.book).toMatchObject({ edition: '2. Aufl.', series: 'Points', volume: '247' })
  })

  test('names the books here that have the ISBN first, without asking whether others know it', async () => {
    const { id, title, author } = await aBook({ title: 'Nedjma', isbn: [KNOWN_ISBN, SEVERAL_ISBN] })
    await aBook({ title: 'Another', isbn: ['9780140328721'] })
    for (const isbn of [KNOWN_ISBN, SEVERAL_ISBN])
      expect(await find(isbn)).toMatchObject({ own: [{ id, title, author }] })
    expect((await find('9789966251237')).own).toEqual([])
  })

  test('sends the ISBN, and nothing of the library', async () => {
    await find(KNOWN_ISBN)
    expect(catalogues.asked.map(({ url }) => url).toSorted()).toEqual([
      `/bnf?version=1.2&operation=searchRetrieve&query=bib.isbn%20adj%20%22${KNOWN_ISBN}%22&recordSchema=unimarcxchange&maximumRecords=5`,
      `/dnb?version=1.1&operation=searchRetrieve&query=isbn%3D${KNOWN_ISBN}&recordSchema=MARC21-xml&maximumRecords=5`,
      `/k10plus?version=1.1&operation=searchRetrieve&query=pica.isb%3D${KNOWN_ISBN}&recordSchema=marcxml&maximumRecords=5`,
      `/openlibrary?bibkeys=ISBN%3A${KNOWN_ISBN}&format=json&jscmd=details`,
    ])
    for (const { headers } of catalogues.asked) {
      expect(headers['user-agent']).toMatch(/^Maktaba\/\d+\.\d+\.\d+ \(library catalogue\)$/)
      expect(Object.keys(headers).toSorted()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent'])
    }
  })

  test('says where nothing was found, and is not asked again for 30 days', async () => {
    const isbn = '9789966251237'
    for (const found of (await find(isbn)).sources) expect(found).toMatchObject(NONE)
    await find(KNOWN_ISBN)
    catalogues.asked.length = 0
    moveClock(ANSWER_LIFETIME - 60_000)
    expect(await answerOf('dnb', isbn)).toMatchObject(NONE)
    expect(await answerOf('dnb')).toMatchObject({ book: { title: 'Nedjma: roman' } })
    expect(catalogues.asked).toEqual([])
    moveClock(ANSWER_LIFETIME + 60_000)
    await find(isbn)
    expect(catalogues.asked).toHaveLength(4)
  })

  test('names a genre that is here by its id, and another in its own word', async () => {
    const of = (genre: string) =>
      answerWith(
        sruAnswer([
          marcXml([
            ['245', '10', ['a', 'Nedjma']],
            ['655', ' 7', ['a', genre]],
          ]),
        ]),
      )
    catalogues.answers.set('dnb', of('Roman'))
    catalogues.answers.set('k10plus', of('Kitabu cha hadithi za mapokeo'))
    const { sources } = await find(KNOWN_ISBN)
    expect(sources[1]).toMatchObject({ genre: 'Roman', book: { genreId: expect.any(String) } })
    expect(sources[2]).toMatchObject({ genre: 'Kitabu cha hadithi za mapokeo' })
    expect(sources[2]?.book?.genreId).toBeUndefined()
  })

  test('reads hostile texts as an import does', async () => {
    catalogues.answers.set(
      'openlibrary',
      answerWith(
        JSON.stringify({
          [`ISBN:${KNOWN_ISBN}`]: {
            details: {
              title: '\u202EGood\ttitle\n\u2066 &amp; &eacute;',
              authors: [{ name: 'A'.repeat(5000) }, null, 7],
              publishers: ['Nul\u0000Press\uD800'],
              number_of_pages: 'many',
              __proto__: { title: 'x' },
            },
          },
        }),
        'application/json',
      ),
    )
    const found = await answerOf('openlibrary')
    expect(found?.book?.title).toBe('Good title & é')
    expect(found?.book?.author).toHaveLength(299)
    expect(found?.book?.publisher).toBe('NulPress\uFFFD')
  })

  test('is for people who may add books, with a right ISBN, 60 times a minute', async () => {
    const input = { isbn: KNOWN_ISBN }
    await expect((await as('reader')).call(lookupRouter.find, input)).rejects.toMatchObject({ status: 403 })
    await expect((await as('stranger')).call(lookupRouter.find, input)).rejects.toMatchObject({ status: 401 })
    for (const isbn of ['', '978', `${KNOWN_ISBN}0`, '9782020229425" or "1', '../../etc'])
      await expect(find(isbn)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
    const key = `lookup:user:${manager.user.id}`
    await db.insert(limitHit).values(Array.from({ length: 59 }, () => ({ key, at: now() })))
    await find(KNOWN_ISBN)
    await expect(find(KNOWN_ISBN)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(askedOf('dnb')).toHaveLength(1)
  })
})

describe('a source that fails is named, and the others answer', () => {
  const xml = sruAnswer([])
  const diagnostic = `<searchRetrieveResponse xmlns="http://www.loc.gov/zing/srw/"><numberOfRecords>0</numberOfRecords><diagnostics><diag:diagnostic xmlns:diag="http://www.loc.gov/zing/srw/diagnostic/"><diag:uri>info:srw/diagnostic/1/8</diag:uri></diag:diagnostic></diagnostics></searchRetrieveResponse>`
  const bomb = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "b"><!ENTITY c "&a;&a;">]>${xml.replace(/^<\?.*?\?>/, '').replace('1.1', '&c;')}`
  const hangUp = (response: ServerResponse) => void response.destroy()
  test.each([
    ['status 500', answerWith('', 'text/xml', 500), { reason: 'refused' }],
    ['status 404', answerWith('', 'text/xml', 404), { reason: 'refused' }],
    ['status 429', answerWith('', 'text/xml', 429, { 'retry-after': '90' }), { reason: 'busy', seconds: 90 }],
    ['status 503', answerWith('', 'text/xml', 503), { reason: 'busy' }],
    ['XML that ends too early', answerWith(xml.slice(0, -30)), { reason: 'unreadable' }],
    [
      'XML with tags that cross',
      answerWith(xml.replace('</records>', '<a><b></a></b></records>')),
      { reason: 'unreadable' },
    ],
    ['XML with entities of its own', answerWith(bomb), { reason: 'unreadable' }],
    ['other XML', answerWith('<feed/>'), { reason: 'unreadable' }],
    ['a diagnostic', answerWith(diagnostic), { reason: 'unreadable' }],
    [
      'a control character',
      answerWith(sruAnswer([marcXml([['245', '00', ['a', 'A\u0001']]])])),
      { reason: 'unreadable' },
    ],
    [
      'bytes that are no UTF-8',
      answerWith(Buffer.from(sruAnswer([marcXml([['245', '00', ['a', 'é']]])]), 'latin1')),
      { reason: 'unreadable' },
    ],
    ['nothing', answerWith(''), { reason: 'unreadable' }],
    ['a page', answerWith('<html/>', 'text/html'), { reason: 'unreadable' }],
    ['more than a megabyte', answerWith(xml.padEnd(1_000_001)), { reason: 'unreadable' }],
    [
      'what was not asked for',
      answerWith(xml, 'text/xml', 200, { 'content-encoding': 'gzip' }),
      { reason: 'unreadable' },
    ],
    ['a closed connection', hangUp, { reason: 'unreachable' }],
    [
      'a title of 501 characters',
      answerWith(sruAnswer([marcXml([['245', '00', ['a', 'A'.repeat(501)]]])])),
      { reason: 'unreadable' },
    ],
  ])('%s', async (_, answer, failure) => {
    catalogues.answers.set('dnb', answer)
    const { sources } = await find(KNOWN_ISBN)
    expect(sources[1]).toEqual({ source: 'dnb', ...NONE, failure })
    expect(sources.filter(({ book }) => book !== null)).toHaveLength(3)
  })

  test('one that sends without end is left at a megabyte', async () => {
    let sent = 0
    catalogues.answers.set('dnb', (response) => {
      response.writeHead(200, { 'content-type': 'text/xml' })
      const send = () => {
        for (let more = true; more && !response.destroyed; sent += 65_536)
          more = response.write(Buffer.alloc(65_536, ' '))
      }
      response.on('drain', send)
      send()
    })
    expect(await answerOf('dnb')).toMatchObject({ failure: { reason: 'unreadable' } })
    expect(sent).toBeLessThan(20_000_000)
  })

  test('broken JSON, and JSON of another shape', async () => {
    for (const body of ['{', '[]', 'null', '{"ISBN:1": 7}', '{"ISBN:1": {"details": []}}', '"x"']) {
      await db.delete(lookupSource)
      catalogues.answers.set('openlibrary', answerWith(body, 'application/json'))
      expect(await answerOf('openlibrary'), body).toMatchObject({ failure: { reason: 'unreadable' } })
    }
  })

  test('slow ones are left after five seconds in all, one that trickles too', async () => {
    catalogues.answers.set('dnb', () => undefined)
    catalogues.answers.set('bnf', (response) => {
      response.writeHead(200, { 'content-type': 'text/xml' })
      const trickle = setInterval(() => response.write(' '), 100)
      response.on('close', () => clearInterval(trickle))
    })
    const start = performance.now()
    const { sources } = await find(KNOWN_ISBN)
    expect(performance.now() - start).toBeLessThan(6500)
    expect(sources.map(({ failure }) => failure?.reason)).toEqual(['slow', 'slow', undefined, undefined])
  })

  test('is asked again when it allows it', async () => {
    catalogues.answers.set('dnb', answerWith('', 'text/xml', 429, { 'retry-after': '90' }))
    expect(await answerOf('dnb')).toMatchObject({ failure: { reason: 'busy', seconds: 90 } })
    catalogues.answers.clear()
    moveClock(80_000)
    const failure = (await answerOf('dnb'))?.failure
    expect(failure).toMatchObject({ reason: 'busy' })
    // Some seconds pass on a busy machine.
    expect(failure?.seconds).toBeGreaterThan(0)
    expect(failure?.seconds).toBeLessThanOrEqual(10)
    expect(askedOf('dnb')).toHaveLength(1)
    moveClock(91_000)
    expect(await answerOf('dnb')).toMatchObject({ book: { title: 'Nedjma: roman' } })
  })

  test('is asked less and less often while it fails, and as usual once it answers', async () => {
    catalogues.answers.set('dnb', answerWith('', 'text/xml', 500))
    let at = 0
    for (const pause of [2, 4, 8, 16]) {
      expect(await answerOf('dnb')).toMatchObject({ failure: { reason: 'refused' } })
      moveClock(at + pause * 1000 - 6000)
      if (pause > 6) expect(await answerOf('dnb')).toMatchObject({ failure: { reason: 'busy' } })
      at += pause * 1000 + 1000
      moveClock(at)
    }
    catalogues.answers.clear()
    expect(await answerOf('dnb')).toMatchObject({ failure: null })
    const [{ failures } = { failures: -1 }] = await db.select().from(lookupSource)
    expect(failures).toBe(0)
  })

  test('redirects are followed at its own address, and into no private network', async () => {
    const to = (location: string) => answerWith('', 'text/xml', 302, { location })
    catalogues.answers.set('dnb', to('/k10plus?query=9782020229425'))
    expect(await answerOf('dnb')).toMatchObject({ book: { title: 'Nedjma: roman' } })
    const other = await startCatalogues()
    for (const location of [
      `${other.origin}/dnb`,
      `http://localhost:${new URL(catalogues.origin).port}/dnb`,
      'https://localhost/',
      'https://127.0.0.1/',
      'https://2130706433/',
      'https://[::1]/',
      'https://[::ffff:10.0.0.1]/',
      'http://169.254.169.254/latest/meta-data',
      'file:///etc/passwd',
      'https://',
      '/dnb',
    ]) {
      await db.delete(lookupAnswer)
      await db.delete(lookupSource)
      catalogues.answers.set('dnb', to(location))
      expect(await answerOf('dnb'), location).toMatchObject({ failure: { reason: 'unreadable' } })
    }
    expect(other.asked).toEqual([])
    await other.close()
  })

  test('its turns come one after the other, for all who ask', async () => {
    const isbns = ['9780306406157', '9780140328721', '9783161484100']
    const start = performance.now()
    await Promise.all(isbns.map((isbn) => find(isbn)))
    // Open Library is asked once a second.
    expect(performance.now() - start).toBeGreaterThan(1990)
    expect(askedOf('openlibrary')).toHaveLength(3)
  })
})

describe('a picture of the cover that Open Library offers', () => {
  const PICTURE = 'b/id/8235116-L.jpg'
  /** Answers with an edition that has these pictures. */
  const offer = (covers: unknown, isbn = KNOWN_ISBN) =>
    catalogues.answers.set(
      'openlibrary',
      answerWith(JSON.stringify({ [`ISBN:${isbn}`]: { details: { title: 'Nedjma', covers } } }), 'application/json'),
    )
  const coverOf = async (isbn?: string) => (await answerOf('openlibrary', isbn))?.book?.cover
  const picturesAsked = () => catalogues.asked.filter(({ source }) => source.startsWith('b/'))

  test('is stored, and is the cover of the book that is saved with it', async () => {
    offer([-1, 8_235_116, 7])
    catalogues.answers.set(PICTURE, answerWith(aJpeg(321, 480), 'image/jpeg'))
    const cover = await coverOf()
    expect(cover).toMatch(/^[0-9a-f]{32}-321x480$/)
    expect(picturesAsked().map(({ url }) => url)).toEqual([`/${PICTURE}?default=false`])
    // Known already, it is not asked for again; once it was cleaned up, it is.
    expect(await coverOf()).toBe(cover)
    expect(picturesAsked()).toHaveLength(1)
    await db.delete(coverImage)
    expect(await coverOf()).toBe(cover)
    expect(picturesAsked()).toHaveLength(2)
    const { id } = await manager.call(bookEditRouter.create, { title: 'Nedjma', cover: cover ?? null })
    expect((await manager.request(`/api/v1/books/${id}/cover`)).status).toBe(200)
  })

  test.each([
    ['is not there', answerWith('', 'text/html', 404)],
    ['is a page', answerWith('<html/>', 'text/html')],
    ['is larger than 300 kB', answerWith(Buffer.alloc(300 * 1024 + 1), 'image/jpeg')],
    ['has too many pixels', answerWith(aJpeg(4000, 5000), 'image/jpeg')],
    ['is cut off', answerWith(aJpeg(321, 480).subarray(0, -2), 'image/jpeg')],
    ['stands in a private network', answerWith('', 'text/html', 302, { location: 'https://127.0.0.1/' })],
    ['does not come', (response: ServerResponse) => void response.destroy()],
  ])('but not if it %s: the book is looked up without it', async (_, answer) => {
    offer([8_235_116])
    catalogues.answers.set(PICTURE, answer)
    const found = await answerOf('openlibrary')
    expect(found).toMatchObject({ book: { title: 'Nedjma' }, failure: null })
    expect(found?.book).not.toHaveProperty('cover')
  })

  test('is asked for by a number alone', async () => {
    for (const covers of [['../../etc/passwd'], [-1], [1.5], {}, null, []]) {
      await db.delete(lookupAnswer)
      offer(covers)
      expect(await coverOf()).toBeUndefined()
    }
    expect(picturesAsked()).toEqual([])
  })
})
