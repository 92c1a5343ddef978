import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { coverImage } from '#base/db/tables/cover-image.ts'
import { activityRouter } from '#kit/activity/activity.router.server.ts'
import { undoRouter } from '#kit/activity/undo/undo.router.server.ts'
import { duplicateRouter } from '#exchange/duplicate/duplicate.router.server.ts'
import { aJpeg, aPng, aWebp, jpegMetadata } from './picture.test-kit.ts'
import { cleanUp } from '#kit/clean-up/shared/clean-up.server.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { bookRouter } from '../book.router.server.ts'
import { bookEditRouter } from '../edit/book-edit.router.server.ts'
import { bookHistoryRouter } from '../history/book-history.router.server.ts'
import { bookTrashRouter } from '../trash/book-trash.router.server.ts'

useDatabase()

let made = 0
/** A picture that no test has sent yet. */
const aPicture = () => aPng(480, 700 + (made += 1))

const body = (picture: Buffer) => new Blob([new Uint8Array(picture)])
const send = (caller: SignedInCaller, picture: Buffer, headers: Record<string, string> = {}) =>
  caller.request('/api/v1/covers', { method: 'POST', body: body(picture), headers })
const sent = async (caller: SignedInCaller, picture = aPicture()): Promise<string> =>
  (await (await send(caller, picture)).json()).cover
const put = (caller: SignedInCaller, id: string, version: number, picture = aPicture()) =>
  caller.request(`/api/v1/books/${id}/cover`, {
    method: 'PUT',
    body: body(picture),
    headers: { 'if-match': `"${version}"` },
  })
const coverOf = async (caller: SignedInCaller, id: string) => (await caller.call(bookRouter.get, { id })).cover

test.each([
  ['image/png', aPng(480, 720)],
  ['image/jpeg', aJpeg(480, 720)],
  ['image/webp', aWebp.lossy(480, 720)],
])('%s is stored once, and read under its name for good', async (type, picture) => {
  const manager = await as('manager')
  const response = await send(manager, picture)
  const { cover } = await response.json()
  expect([response.status, response.headers.get('location')]).toEqual([201, `/api/v1/covers/${cover}`])
  expect(cover).toMatch(/^[0-9a-f]{32}-480x720$/)
  expect(await sent(manager, picture)).toBe(cover)
  await put(manager, (await aBook()).id, 1, picture)
  const read = await (await as('reader')).request(`/api/v1/covers/${cover}`)
  expect(Buffer.from(await read.arrayBuffer())).toEqual(picture)
  expect(Object.fromEntries(read.headers)).toMatchObject({
    'content-type': type,
    'cache-control': 'private, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
})

test.each([
  ['nothing', Buffer.alloc(0), /JPEG, PNG or WebP/],
  ['an SVG with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), /JPEG, PNG or WebP/],
  ['a picture with a page behind it', Buffer.concat([aPng(9, 9), Buffer.from('<script>')]), /JPEG, PNG or WebP/],
  ['half a picture', aPng(480, 720).subarray(0, 60), /JPEG, PNG or WebP/],
  ['a decompression bomb', aPng(50_000, 50_000), /50,000 × 50,000 pixels.*2,000 × 3,000/],
  ['a picture without a line', aPng(10, 0), /10 × 0 pixels/],
  ['a single point', aPng(1, 1), /1 × 1 pixels.*at least 50.*at most 4 times/],
  ['a strip', aPng(60, 2000), /60 × 2,000 pixels.*at most 4 times/],
])('%s is refused in words', async (_, picture, words) => {
  const response = await send(await as('manager'), picture)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ code: 'FILE_REFUSED', message: expect.stringMatching(words) })
})

test('A photo is stored without what the camera has noted, under the size that it is shown in', async () => {
  const manager = await as('manager')
  const cover = await sent(manager, aJpeg(900, 600, jpegMetadata(6)))
  expect(cover).toMatch(/-600x900$/)
  await put(manager, (await aBook()).id, 1, aJpeg(900, 600, jpegMetadata(6)))
  const read = Buffer.from(await (await manager.request(`/api/v1/covers/${cover}`)).arrayBuffer())
  expect(read.toString('latin1')).not.toMatch(/GPS|Nother|comment/)
})

test('More than 300 kB are refused in words, and not read', async () => {
  const manager = await as('manager')
  const picture = Buffer.concat([aPng(9, 9), Buffer.alloc(300 * 1024)])
  for (const headers of [{}, { 'transfer-encoding': 'chunked' }]) {
    const response = await send(manager, picture, headers)
    expect([response.status, (await response.json()).message]).toEqual([413, expect.stringContaining('300 kB')])
    expect(response.headers.get('connection')).toBe('close')
  }
  const announced = await send(manager, picture, { 'content-length': String(40 * 1024 * 1024) })
  expect(announced.status).toBe(413)
})

test('A form and an encoded body are refused', async () => {
  const manager = await as('manager')
  expect((await send(manager, aPicture(), { 'content-encoding': 'gzip' })).status).toBe(415)
  expect((await manager.request('/api/v1/covers', { method: 'POST', body: new FormData() })).status).toBe(415)
})

test('Only who may change books sends a picture, and only who may read them reads it', async () => {
  const [manager, reader, stranger] = [await as('manager'), await as('reader'), await as('stranger')]
  const { id } = await aBook()
  expect((await send(reader, aPicture())).status).toBe(403)
  expect((await put(reader, id, 1)).status).toBe(403)
  expect((await reader.request(`/api/v1/books/${id}/cover`, { method: 'DELETE' })).status).toBe(403)
  const picture = aPicture()
  const cover = await sent(manager, picture)
  const path = `/api/v1/covers/${cover}`
  // Sent, and no book has it yet.
  expect([(await manager.request(path)).status, (await reader.request(path)).status]).toEqual([200, 404])
  await put(manager, id, 1, picture)
  expect((await reader.request(path)).status).toBe(200)
  expect((await stranger.request(path)).status).toBe(401)
  for (const name of ['x', `${cover}0`, `${cover.slice(0, -1)}9`, '%00'])
    expect((await reader.request(`/api/v1/covers/${name}`)).status).toBe(404)
  const foreign = await send(manager, aPicture(), { origin: 'https://example.com' })
  expect(foreign.status).toBe(403)
})

test('REST gives a book a picture and removes it, in the version that was read', async () => {
  const manager = await as('manager')
  const { id } = await aBook()
  const path = `/api/v1/books/${id}/cover`
  expect((await manager.request(path)).status).toBe(404)
  const done = await put(manager, id, 1)
  const { cover, version } = await done.json()
  expect([done.status, version, done.headers.get('etag')]).toEqual([200, 2, expect.stringMatching(/^"2-/)])
  const found = await manager.request(path)
  expect([found.status, found.headers.get('content-location')]).toEqual([200, `/api/v1/covers/${cover}`])
  expect(found.headers.get('cache-control')).toBe('no-store')
  expect((await put(manager, id, 1)).status).toBe(412)
  expect((await manager.request(path, { method: 'PUT', body: body(aPicture()) })).status).toBe(428)
  const remove = (given: number) => manager.request(path, { method: 'DELETE', headers: { 'if-match': `"${given}"` } })
  expect((await remove(1)).status).toBe(412)
  expect(await (await remove(2)).json()).toMatchObject({ cover: null, version: 3 })
})

test('A book is added and saved with the name of a picture; one that is not there is refused', async () => {
  const manager = await as('manager')
  const cover = await sent(manager)
  const { id } = await manager.call(bookEditRouter.create, { title: 'With a picture', cover })
  expect(await coverOf(manager, id)).toBe(cover)
  expect((await manager.call(bookRouter.listSummaries, { searchTerm: 'With a picture' })).items).toMatchObject([
    { id, cover },
  ])
  for (const wrong of ['x', `${cover.slice(0, -3)}721`, `${'0'.repeat(32)}-480x720`])
    await expect(manager.call(bookEditRouter.update, { id, version: 1, cover: wrong })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      fields: { cover: { key: 'validation_invalid' } },
    })
})

test('A change is recorded with both pictures, taken back, and restored from the history', async () => {
  const manager = await as('manager')
  const { id } = await aBook()
  const [first, second] = [await sent(manager), await sent(manager)]
  await manager.call(bookEditRouter.update, { id, version: 1, cover: first })
  await manager.call(bookEditRouter.update, { id, version: 2, cover: second })
  const [entry] = (await manager.call(activityRouter.of, { kind: 'book', id })).items
  expect(entry?.changes).toEqual([{ field: 'cover', before: first, after: second }])
  expect((await manager.call(undoRouter.undo, { id: String(entry?.id) })).fields).toEqual(['cover'])
  expect(await coverOf(manager, id)).toBe(first)
  const versions = await manager.call(bookHistoryRouter.versions, { id })
  expect(versions.map((one) => one.book.cover)).toContain(second)
})

test('A conflict names both pictures', async () => {
  const manager = await as('manager')
  const { id } = await aBook()
  const [mine, theirs] = [await sent(manager), await sent(manager)]
  await manager.call(bookEditRouter.update, { id, version: 1, cover: theirs })
  await expect(manager.call(bookEditRouter.update, { id, version: 1, cover: mine })).rejects.toMatchObject({
    code: 'CONFLICT',
    theirs: { cover: theirs },
    changes: { cover: { by: { id: manager.user.id } } },
  })
})

test('A picture goes to the trash with its book, and comes back with it', async () => {
  const manager = await as('manager')
  const { id } = await aBook()
  const { cover } = await (await put(manager, id, 1)).json()
  await manager.call(bookEditRouter.remove, { id, version: 2 })
  expect((await manager.call(bookTrashRouter.list, {})).items).toMatchObject([{ id, cover }])
  await later(60)
  expect((await manager.request(`/api/v1/covers/${cover}`)).status).toBe(200)
  await manager.call(bookTrashRouter.restore, { ids: [id] })
  expect(await coverOf(manager, id)).toBe(cover)
})

test('A picture of a deleted book, or of a former version, is read by no reader, whatever its address', async () => {
  const [manager, reader] = [await as('manager'), await as('reader')]
  const [kept, trashed, gone] = [await aBook(), await aBook(), await aBook()]
  const addressOf = async (id: string) => `/api/v1/covers/${(await (await put(manager, id, 1)).json()).cover}`
  const paths = [await addressOf(kept.id), await addressOf(trashed.id), await addressOf(gone.id)]
  const seen = () => Promise.all(paths.map(async (path) => (await reader.request(path)).status))
  expect(await seen()).toEqual([200, 200, 200])
  await manager.call(bookEditRouter.update, { id: kept.id, version: 2, cover: null })
  await manager.call(bookEditRouter.remove, { id: trashed.id, version: 2 })
  await manager.call(bookEditRouter.remove, { id: gone.id, version: 2, forGood: true })
  expect(await seen()).toEqual([404, 404, 404])
})

test('A merge takes the picture that was chosen, and is taken apart', async () => {
  const manager = await as('manager')
  const [one, other] = [await aBook(), await aBook()]
  const { cover } = await (await put(manager, other.id, 1)).json()
  const books = [
    { id: one.id, version: 1 },
    { id: other.id, version: 2 },
  ]
  const { mergeId, book: merged } = await manager.call(duplicateRouter.merge, {
    books,
    keep: one.id,
    from: { cover: other.id },
  })
  expect(merged.cover).toBe(cover)
  await manager.call(duplicateRouter.split, { mergeId })
  expect([await coverOf(manager, one.id), await coverOf(manager, other.id)]).toEqual([null, cover])
})

/** As if all pictures had been sent so many days before, and the clean-up came. */
async function later(days: number): Promise<void> {
  await db.update(coverImage).set({ createdAt: sql`created_at - make_interval(days => ${days})` })
  await cleanUp()
}

test('A picture that no book gets goes after seven days; one that a book had stays for its history', async () => {
  const manager = await as('manager')
  const [unused, recent, former] = [await sent(manager), aPicture(), aPicture()]
  const { id } = await aBook()
  const { cover } = await (await put(manager, id, 1, former)).json()
  await manager.call(bookEditRouter.update, { id, version: 2, cover: null })
  await later(6)
  const again = await sent(manager, recent)
  await later(2)
  const left = (await db.select({ id: coverImage.id }).from(coverImage)).map((one) => one.id)
  expect(left).toEqual(expect.arrayContaining([again, cover]))
  expect(left).not.toContain(unused)
  expect(await db.$count(book, eq(book.cover, unused))).toBe(0)
})
