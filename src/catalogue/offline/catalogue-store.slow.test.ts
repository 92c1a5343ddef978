import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { user } from '#base/db/tables/user.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { startOfflinePages, type OfflinePages, type OfflineStore } from '#test/offline/offline-pages.ts'

useDatabase()

declare const offline: OfflineStore
/** Of a refresh that the second tab has begun. */
declare const secondOutcome: ReturnType<OfflineStore['refreshCatalogue']>

let pages: OfflinePages
let reader: SignedInCaller
let page: Page
beforeAll(async () => {
  pages = await startOfflinePages()
  await aBook({ title: 'Nedjma', author: 'Kateb Yacine' })
  await aBook({ title: 'Weep Not, Child', author: 'Ngũgĩ wa Thiong’o' })
})
afterAll(() => pages.close())
beforeEach(async () => {
  reader = await as('reader')
  page = await pages.open(reader)
  pages.asked.length = 0
})

const refresh = (id = reader.user.id, on = page) => on.evaluate((person) => offline.refreshCatalogue(person), id)

/** The titles that a person has on the phone; undefined without an offline catalogue. */
const titles = (id = reader.user.id, on = page) =>
  on.evaluate(async (person) => {
    const catalogue = await offline.openCatalogue(person)
    return catalogue?.list({ limit: 100 }).books.map(({ title }) => title)
  }, id)

/** All that lies in the databases of the page, as text. */
const everythingStored = (on = page) =>
  on.evaluate(async () => {
    const texts: string[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open(name)
        request.addEventListener('success', () => resolve(request.result))
      })
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store).getAll()
        await new Promise((resolve) => rows.addEventListener('success', resolve))
        texts.push(JSON.stringify(rows.result))
      }
      database.close()
    }
    return texts.join('\n')
  })

test('is fetched whole, then by what has changed, and opened without a connection', async () => {
  expect(await titles()).toBeUndefined()
  expect(await refresh()).toEqual({ state: 'fresh', isChanged: true })
  expect(await titles()).toEqual(['Nedjma', 'Weep Not, Child'])
  expect(await refresh()).toEqual({ state: 'fresh', isChanged: false })
  const added = await aBook({ title: 'A Grain of Wheat', author: 'Ngũgĩ wa Thiong’o' })
  expect(await refresh()).toEqual({ state: 'fresh', isChanged: true })
  expect(await titles()).toEqual(['A Grain of Wheat', 'Nedjma', 'Weep Not, Child'])
  expect(pages.asked.map(({ status }) => status)).toEqual([200, 204, 200])
  expect(pages.asked[2]?.bytes).toBeLessThan(1000)
  await page.context().setOffline(true)
  expect(await refresh()).toEqual({ state: 'unavailable' })
  expect(await titles()).toHaveLength(3)
  await db.delete(book).where(eq(book.id, added.id))
})

test('is opened once, until it has changed', async () => {
  await refresh()
  const isSame = await page.evaluate(async (person) => {
    const first = await offline.openCatalogue(person)
    const again = await offline.openCatalogue(person)
    await offline.refreshCatalogue(person)
    const refreshed = await offline.openCatalogue(person)
    return [first === again, (refreshed?.refreshedAt ?? 0) > (first?.refreshedAt ?? 0)]
  }, reader.user.id)
  expect(isSame).toEqual([true, true])
})

test('is never read by another person, and erased when one signs in', async () => {
  await refresh()
  const other = await as('reader')
  expect(await titles(other.user.id)).toBeUndefined()
  expect(await everythingStored()).not.toContain('Nedjma')
  expect(await titles()).toBeUndefined()
  // The cookie is still that of the first: the server refuses, and nothing is kept.
  await refresh()
  expect(await refresh(other.user.id)).toEqual({ state: 'refused' })
  expect(await everythingStored()).not.toContain('Nedjma')
})

test.each([
  [403, 'a school that forbids it'],
  [200, 'a page to sign in to a network'],
  [503, 'a proxy without a server'],
])('stays when somebody else answers: %i, %s', async (status, body) => {
  await refresh()
  await page.route('**/api/**', (route) => route.fulfill({ status, body: `<p>${body}</p>`, contentType: 'text/html' }))
  expect(await refresh()).toEqual({ state: 'unavailable' })
  expect(await titles()).toHaveLength(2)
})

test('an answer of another form, as of a server that is newer than the page, changes nothing', async () => {
  await refresh()
  const answer = { kind: 'whole', version: '3', check: { count: 1, ids: 0, bytes: 0 }, genres: [], titles: 'Nedjma' }
  await page.route('**/api/**', (route) => route.fulfill({ json: answer }))
  expect(await refresh()).toEqual({ state: 'unavailable' })
  expect(await titles()).toHaveLength(2)
})

test('is erased when the library has become too large', async () => {
  await refresh()
  await page.route('**/api/**', (route) => route.fulfill({ status: 409, json: { code: 'CATALOGUE_TOO_LARGE' } }))
  expect(await refresh()).toEqual({ state: 'too-large' })
  expect(await everythingStored()).not.toContain('Nedjma')
})

test('is erased when its person is banned, or signs out while it is fetched', async () => {
  await refresh()
  await page.evaluate(() => offline.eraseCatalogue())
  expect(await everythingStored()).not.toContain('Nedjma')
  const whileFetched = page.evaluate(async (person) => {
    const outcome = offline.refreshCatalogue(person)
    const { fetch: send } = globalThis
    globalThis.fetch = async (...given) => {
      const response = await send(...given)
      await offline.eraseCatalogue()
      return response
    }
    return outcome
  }, reader.user.id)
  expect(await whileFetched).toEqual({ state: 'refused' })
  expect(await everythingStored()).not.toContain('Nedjma')
  await page.reload()
  await refresh()
  await db.update(user).set({ banned: true }).where(eq(user.id, reader.user.id))
  expect(await refresh()).toEqual({ state: 'refused' })
  expect(await everythingStored()).not.toContain('Nedjma')
})

test.each([
  ['by Web Locks', false],
  ['by a lease where there are none', true],
])('is fetched once by two tabs, %s', async (_, isWithoutLocks) => {
  if (isWithoutLocks) {
    await page.context().addInitScript(() => Object.defineProperty(Navigator.prototype, 'locks', { value: undefined }))
    await page.reload()
  }
  const second = await pages.open(reader, page)
  // The first one's answer is held back until the second one waits for it.
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/**', async (route) => {
    await held
    await route.continue()
  })
  const isAsked = page.waitForRequest('**/api/**')
  const first = refresh()
  await isAsked
  await second.evaluate(async (person) => {
    Object.assign(globalThis, { secondOutcome: offline.refreshCatalogue(person) })
    await offline.openCatalogue(person)
  }, reader.user.id)
  release()
  expect(await Promise.all([first, second.evaluate(() => secondOutcome)])).toEqual([
    { state: 'fresh', isChanged: true },
    { state: 'fresh', isChanged: true },
  ])
  expect(pages.asked).toHaveLength(1)
  expect(await titles(reader.user.id, second)).toHaveLength(2)
})

test.each<[what: string, damage: string]>([
  ['a text that was cut', `store.put('{"genres":[],"byId', 'columns')`],
  ['something else than a text', `store.put({ genreOf: new Uint16Array(2) }, 'columns')`],
  ['no books', `store.delete('columns')`],
  ['a catalogue of another format', `store.put({ personId: 'x', format: 0 }, 'state')`],
])('is replaced when it is broken: %s', async (_, damage) => {
  await refresh()
  await page.evaluate(
    (code) =>
      new Promise<void>((resolve) => {
        const request = indexedDB.open('maktaba-offline')
        request.addEventListener('success', () => {
          const transaction = request.result.transaction('catalogue', 'readwrite')
          new Function('store', code)(transaction.objectStore('catalogue'))
          transaction.addEventListener('complete', () => {
            request.result.close()
            resolve()
          })
        })
      }),
    damage,
  )
  expect(await titles()).toBeUndefined()
  expect(await refresh()).toMatchObject({ state: 'fresh' })
  expect(await titles()).toHaveLength(2)
})

test('a database of another making is replaced', async () => {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const request = indexedDB.open('maktaba-offline', 7)
        request.addEventListener('success', () => {
          request.result.close()
          resolve()
        })
      }),
  )
  expect(await refresh()).toEqual({ state: 'fresh', isChanged: true })
  expect(await titles()).toHaveLength(2)
})

test('an error that passes when the database is opened leaves the stored catalogue as it is', async () => {
  await refresh()
  await page.evaluate(() => {
    const { open } = IDBFactory.prototype
    IDBFactory.prototype.open = function (name) {
      IDBFactory.prototype.open = open
      const request = open.call(this, name)
      // Opened in truth, and said to have failed, the first time.
      request.addEventListener('success', (event) => {
        event.stopImmediatePropagation()
        request.result.close()
        request.dispatchEvent(new Event('error'))
      })
      return request
    }
  })
  expect(await titles()).toHaveLength(2)
  expect(pages.asked).toHaveLength(1)
})

test('a browser without room has none, and says so', async () => {
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  })
  expect(await refresh()).toEqual({ state: 'no-room' })
  expect(await titles()).toBeUndefined()
})

test('store and search are small', () => {
  expect(pages.scriptBytes).toBeLessThan(8000)
})
