import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { book } from '#base/db/tables/book.ts'
import { genre } from '#base/db/tables/genre.ts'
import { bookEditRouter } from '#catalogue/book/edit/book-edit.router.server.ts'
import { deskRouter } from '#lending/desk/desk.router.server.ts'
import { newId } from '#base/lib/id.ts'
import { as, type Caller, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, aUser, theGenre } from '#test/factories.ts'
import { aBorrower, aCopy, aGroup } from '#test/lending.ts'

useDatabase()

let manager: SignedInCaller
beforeAll(async () => {
  manager = await as('manager')
})

const NOBODY = '01890000-0000-7000-8000-000000000000'
const stored = async (id: string) => (await db.select().from(book).where(eq(book.id, id)))[0]

/** The tag without its hash. */
const versionOf = ({ headers }: Response) => headers.get('etag')?.replace(/-[\w-]{16}"$/, '"') ?? null

interface Sent {
  headers?: Record<string, string>
  body?: unknown
}

async function send(caller: Caller, method: string, path: string, sent: Sent = {}) {
  const response = await caller.request(`/api/v1/books${path}`, { method, ...sent })
  const text = await response.text()
  return {
    status: response.status,
    etag: versionOf(response),
    text,
    body: text === '' ? undefined : JSON.parse(text),
    headers: response.headers,
  }
}
const patch = (id: string, fields: object, headers: Record<string, string> = {}, caller: Caller = manager) =>
  send(caller, 'PATCH', `/${id}`, { body: fields, headers })
const remove = (id: string, query = '', headers: Record<string, string> = {}, caller: Caller = manager) =>
  send(caller, 'DELETE', `/${id}${query}`, { headers })

/** A book at a version above one. */
const aBookAt = (version: number) => aBook({ version })

describe('the ETag of a book', () => {
  test('is the version, in every response with one book', async () => {
    const added = await send(manager, 'POST', '', { body: { title: 'Nedjma' } })
    expect(added).toMatchObject({ status: 201, etag: '"1"', body: { version: 1 } })
    const { id } = added.body
    expect(added.headers.get('location')).toBe(`/api/v1/books/${id}`)
    expect(await send(manager, 'GET', `/${id}`)).toMatchObject({ status: 200, etag: '"1"', body: { version: 1 } })
    expect(await patch(id, { author: 'Kateb Yacine' }, { 'if-match': '"1"' })).toMatchObject({
      status: 200,
      etag: '"2"',
      body: { version: 2, title: 'Nedjma', author: 'Kateb Yacine' },
    })
    expect(await send(manager, 'HEAD', `/${id}`)).toMatchObject({ status: 200, etag: '"2"', text: '' })
  })

  test('is absent in lists and errors', async () => {
    expect((await send(manager, 'GET', '')).etag).toBeNull()
    expect((await send(manager, 'GET', `/${NOBODY}`)).etag).toBeNull()
  })

  test.each([
    ['TAG', 304],
    ['W/TAG', 304],
    ['"1", TAG', 304],
    ['*', 304],
    ['"3"', 200],
    ['"2"', 200],
    ['nonsense', 200],
  ])('If-None-Match: %s answers %d', async (header, status) => {
    const { id } = await aBookAt(3)
    const tag = (await send(manager, 'GET', `/${id}`)).headers.get('etag') ?? ''
    for (const method of ['GET', 'HEAD']) {
      const asked = { 'if-none-match': header.replace('TAG', tag) }
      const answered = await send(manager, method, `/${id}`, { headers: asked })
      expect(answered).toMatchObject({ status, etag: '"3"' })
      expect(answered.text === '').toBe(status === 304 || method === 'HEAD')
      expect(answered.headers.get('cache-control')).toBe('no-store')
    }
  })
})

test('a tag is that of all that is read, in every answer: a loan, or another name of a genre, is a new one', async () => {
  await storeLibrarySettings({ lending: true })
  const [itsGenre, group] = [await theGenre('novel'), await aGroup()]
  const [lent, who] = [
    await aCopy({ bookId: (await aBook({ genreId: itsGenre.id })).id }),
    await aBorrower({ groupId: group.id }),
  ]
  const rows = [`books/${lent.bookId}`, `copies/${lent.id}`, `borrowers/${who.id}`]
  const read = (path: string, tag?: string) =>
    manager.request(`/api/v1/${path}`, tag === undefined ? {} : { headers: { 'if-none-match': tag } })
  const tags = new Map<string, string>()
  for (const path of rows) {
    const { version } = await (await read(path)).json()
    const note = path.startsWith('books') ? { publisher: 'Seuil' } : { note: 'Changed' }
    const changed = await manager.request(`/api/v1/${path}`, { method: 'PATCH', body: { version, ...note } })
    const tag = changed.headers.get('etag') ?? ''
    tags.set(path, tag)
    expect([path, (await read(path, tag)).status]).toEqual([path, 304])
  }
  await manager.call(deskRouter.scan, { actId: newId(), code: lent.number, borrowerId: who.id })
  await db.update(genre).set({ name: 'Renamed' }).where(eq(genre.id, itsGenre.id))
  for (const [path, tag] of tags) {
    const again = await read(path, tag)
    expect([path, again.status]).toEqual([path, 200])
    // The loan does not stand in the way of a change.
    const headers = { 'if-match': tag }
    const body = path.startsWith('books') ? { author: 'A' } : { note: 'Again' }
    expect((await manager.request(`/api/v1/${path}`, { method: 'PATCH', body, headers })).status).toBe(200)
  }
  await storeLibrarySettings({ lending: false })
})

describe('a change', () => {
  test.each(['"3"', '*', '"1", "3"', 'W/"3", "3"'])('is made with If-Match: %s', async (header) => {
    const [changed, removed] = [await aBookAt(3), await aBookAt(3)]
    expect(await patch(changed.id, { publisher: 'Seuil' }, { 'if-match': header })).toMatchObject({
      status: 200,
      etag: '"4"',
      body: { publisher: 'Seuil' },
    })
    expect(await remove(removed.id, '', { 'if-match': header })).toMatchObject({ status: 204, text: '' })
    expect(await stored(removed.id)).toBeUndefined()
  })

  test('is made with the version', async () => {
    const [changed, removed] = [await aBookAt(3), await aBookAt(3)]
    expect(await patch(changed.id, { publisher: 'Seuil', version: 3 })).toMatchObject({ status: 200, etag: '"4"' })
    expect(await remove(removed.id, '?version=3')).toMatchObject({ status: 204, text: '' })
    expect(await stored(removed.id)).toBeUndefined()
  })

  test('without either is refused as PRECONDITION_REQUIRED', async () => {
    const before = await aBookAt(3)
    const code = 'PRECONDITION_REQUIRED'
    for (const answered of [await patch(before.id, { title: 'x' }), await remove(before.id)])
      expect(answered).toMatchObject({ status: 428, body: { code, status: 428 } })
    expect(await stored(before.id)).toEqual(before)
  })

  test.each(['"2"', '"4"', '"2", "4"', 'W/"3"', '"nonsense"', '""'])(
    'with the stale If-Match: %s is refused with what is there',
    async (header) => {
      const before = await aBookAt(3)
      const theirs = { id: before.id, title: before.title, version: 3, updatedAt: before.updatedAt.toISOString() }
      const refusal = {
        status: 412,
        etag: '"3"',
        body: { code: 'PRECONDITION_FAILED', status: 412, data: { theirs } },
      }
      expect(await patch(before.id, { title: 'x' }, { 'if-match': header })).toMatchObject(refusal)
      expect(await remove(before.id, '', { 'if-match': header })).toMatchObject(refusal)
      expect(await stored(before.id)).toEqual(before)
    },
  )

  test('with a stale version is a conflict', async () => {
    const before = await aBookAt(3)
    for (const version of [2, 4]) {
      const refusal = { status: 409, body: { code: 'CONFLICT', status: 409, data: { theirs: { version: 3 } } } }
      expect(await patch(before.id, { title: 'x', version })).toMatchObject(refusal)
      expect(await remove(before.id, `?version=${version}`)).toMatchObject(refusal)
    }
    expect(await stored(before.id)).toEqual(before)
  })

  test.each([
    ['"3"', 2, 409],
    ['*', 2, 409],
    ['"2"', 3, 412],
    ['"2"', 2, 412],
    ['"2", "4"', 4, 412],
  ])('with If-Match: %s and version %d answers %d: both must hold', async (header, version, status) => {
    const before = await aBookAt(3)
    expect(await patch(before.id, { title: 'x', version }, { 'if-match': header })).toMatchObject({ status })
    expect(await remove(before.id, `?version=${version}`, { 'if-match': header })).toMatchObject({ status })
    expect(await stored(before.id)).toEqual(before)
    expect(await patch(before.id, { version: 3 }, { 'if-match': '"3"' })).toMatchObject({ status: 200 })
    expect(await remove(before.id, '?version=4', { 'if-match': '*' })).toMatchObject({ status: 204 })
  })

  test.each(['', '3', '"3', 'W/3', '"3" "4"', '*, "3"'])('with If-Match: %j is no request', async (header) => {
    const before = await aBookAt(3)
    const refusal = {
      status: 400,
      body: { code: 'VALIDATION_ERROR', data: { fields: { 'If-Match': 'validation_invalid' } } },
    }
    expect(await patch(before.id, { title: 'x', version: 3 }, { 'if-match': header })).toMatchObject(refusal)
    expect(await remove(before.id, '?version=3', { 'if-match': header })).toMatchObject(refusal)
    expect(await stored(before.id)).toEqual(before)
  })

  test.each(['', '0', '-1', 'x', '1.5', '0x3', ' 3', '2147483648', '3&version=3'])(
    'of DELETE takes no version %j',
    async (version) => {
      const before = await aBookAt(3)
      expect(await remove(before.id, `?version=${version}`)).toMatchObject({
        status: 400,
        body: { data: { fields: { version: expect.any(String) } } },
      })
      expect(await stored(before.id)).toEqual(before)
    },
  )
})

describe('the order of checks', () => {
  const asked = [{}, { 'if-match': '"7"' }, { 'if-match': '*' }]

  test('an unknown book, before the version', async () => {
    for (const id of [NOBODY, 'nonsense'])
      for (const headers of asked) {
        expect(await patch(id, { title: 'x' }, headers)).toMatchObject({ status: 404, etag: null })
        expect(await remove(id, '', headers)).toMatchObject({ status: 404, etag: null })
        expect(await patch(id, { title: 'x', version: 7 }, headers)).toMatchObject({ status: 404 })
      }
  })

  test('the input, before the book', async () => {
    expect(await patch(NOBODY, { title: '' })).toMatchObject({ status: 400 })
    expect(await patch(NOBODY, { title: 'x' }, { 'if-match': '?' })).toMatchObject({ status: 400 })
  })

  test('who may, before all that', async () => {
    const [stranger, reader] = [await as('stranger'), await as('reader')]
    for (const headers of [...asked, { 'if-match': '?' }])
      for (const body of [{}, { title: '' }, '{', 'null']) {
        expect(await send(stranger, 'PATCH', `/${NOBODY}`, { headers, body })).toMatchObject({ status: 401 })
        expect(await send(reader, 'PATCH', `/${NOBODY}`, { headers, body })).toMatchObject({ status: 403 })
        expect(await send(reader, 'DELETE', `/${NOBODY}?version=x`, { headers })).toMatchObject({ status: 403 })
      }
  })
})

describe('of many at once', () => {
  test('one saves the version that all have read', async () => {
    const { id } = await aBookAt(3)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        index % 2 === 0
          ? patch(id, { title: `Title of ${index}` }, { 'if-match': '"3"' })
          : patch(id, { title: `Title of ${index}`, version: 3 }),
      ),
    )
    const done = answers.filter(({ status }) => status === 200)
    expect(done).toHaveLength(1)
    expect(await stored(id)).toMatchObject({ version: 4, title: done[0]?.body.title })
    for (const { status, body } of answers.filter((one) => one !== done[0]))
      expect([status, body.data.theirs]).toMatchObject([
        body.code === 'CONFLICT' ? 409 : 412,
        { version: 4, title: done[0]?.body.title },
      ])
  })

  test('with * each saves', async () => {
    const { id } = await aBookAt(3)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => patch(id, { publisher: 'Seuil' }, { 'if-match': '*' })),
    )
    expect(answers.map(({ etag }) => etag).toSorted()).toEqual(['"4"', '"5"', '"6"', '"7"', '"8"'])
  })
})

test('pages name a version to save, and need none to delete', async () => {
  const [kept, gone] = [await aBook(), await aBook()]
  // A call that bypasses the types.
  const blind = { id: kept.id, title: 'x' } as { id: string; title: string; version: number }
  await expect(manager.call(bookEditRouter.update, blind)).rejects.toMatchObject({ status: 428 })
  expect(await stored(kept.id)).toEqual(kept)
  await manager.call(bookEditRouter.remove, { id: gone.id })
  expect(await stored(gone.id)).toBeUndefined()
})

const removeAt = async (path: string, tag: string) => {
  const response = await manager.request(`/api/v1${path}`, { method: 'DELETE', headers: { 'if-match': tag } })
  return [response.status, (await response.json()).code, versionOf(response)]
}

test('a user is deleted at the version of the tag, or at any', async () => {
  const [one, other] = [await aUser(), await aUser()]
  expect(await removeAt(`/users/${one.id}`, '"2"')).toEqual([412, 'PRECONDITION_FAILED', '"1"'])
  expect(await removeAt(`/users/${one.id}`, '"1"')).toEqual([200, undefined, null])
  expect(await removeAt(`/users/${other.id}`, '*')).toEqual([200, undefined, null])
})

test('a guard that is not there is not passed over: sessions have no tags', async () => {
  const { id } = await aUser()
  expect(await removeAt(`/users/${id}/sessions`, '"1"')).toEqual([412, 'PRECONDITION_FAILED', null])
  expect((await removeAt(`/users/${id}/sessions`, '*'))[0]).toBeLessThan(300)
})

test('nor by a POST: a ban has no versions', async () => {
  const { id } = await aUser()
  const ban = async (tag: string) => {
    const response = await manager.request(`/api/v1/users/${id}/ban`, { body: {}, headers: { 'if-match': tag } })
    const { code, banned } = await response.json()
    return [response.status, code, banned]
  }
  expect(await ban('"1"')).toEqual([412, 'PRECONDITION_FAILED', undefined])
  expect(await ban('*')).toEqual([200, undefined, true])
})
