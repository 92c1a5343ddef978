import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { api } from '#api.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { savedView } from '#base/db/tables/saved-view.ts'
import { user } from '#base/db/tables/user.ts'
import { bookRouter } from '#catalogue/book/book.router.server.ts'
import { genreEditRouter } from '#catalogue/genre/genre-edit.router.server.ts'
import { openApiDocument } from '#base/openapi/openapi.server.ts'
import { aKey, withKey } from '#test/api-keys.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { theGenre } from '#test/factories.ts'
import { viewRouter } from './view.router.server.ts'
import { VIEW_LIMIT, type ViewList } from './view.schema.ts'

useDatabase()
beforeEach(async () => void (await db.delete(savedView)))

const PATH = '/api/v1/views'
const UNKNOWN = '01890000-0000-7000-8000-000000000000'
const { list, get, create, update, remove } = viewRouter

const add = (caller: SignedInCaller, fields: object = {}) =>
  caller.call(create, { list: 'books', name: 'To be tidied', search: { genreId: 'none' }, ...fields })
const namesOf = async (caller: SignedInCaller, of: ViewList = 'books') =>
  (await caller.call(list, { list: of })).items.map(({ name }) => name)

test('A view is added, read, changed and deleted', async () => {
  const manager = await as('manager')
  const added = await add(manager, { name: '  To be tidied ', search: { genreId: 'none', publisher: '' } })
  expect(added).toMatchObject({
    list: 'books',
    name: 'To be tidied',
    isShared: false,
    isMine: true,
    sharedBy: null,
    search: { searchTerm: '', genreId: 'none', publisher: '', sort: 'title' },
    version: 1,
  })
  expect(await manager.call(get, { id: added.id })).toEqual(added)
  const search = { searchTerm: ' atlas ', sort: 'changed' }
  const changed = await manager.call(update, { id: added.id, version: 1, search })
  expect(changed).toMatchObject({ name: 'To be tidied', search: { searchTerm: 'atlas', sort: 'changed' }, version: 2 })
  await manager.call(remove, { id: added.id })
  await expect(manager.call(get, { id: added.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await db.$count(activity, eq(activity.subjectId, added.id))).toBe(0)
})

describe('whose a view is', () => {
  test('One’s own is nobody else’s business', async () => {
    const [one, other] = [await as('manager'), await as('manager')]
    const { id } = await add(one)
    expect([await namesOf(one), await namesOf(other)]).toEqual([['To be tidied'], []])
    for (const call of [
      () => other.call(get, { id }),
      () => other.call(update, { id, version: 1, name: 'Mine' }),
      () => other.call(remove, { id }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await namesOf(one)).toEqual(['To be tidied'])
  })

  test('Every manager sees, changes and deletes one for all, but only who shares it takes it back', async () => {
    const [one, other] = [await as('manager', { name: 'Amina' }), await as('manager')]
    const { id } = await add(one)
    const shared = await one.call(update, { id, version: 1, isShared: true })
    expect(shared).toMatchObject({ isShared: true, isMine: true, sharedBy: 'Amina', version: 2 })
    const renamed = await other.call(update, { id, version: 2, name: 'Untidy', isShared: true })
    expect(renamed).toMatchObject({ name: 'Untidy', isMine: false, sharedBy: 'Amina', version: 3 })
    await expect(other.call(update, { id, version: 3, isShared: false })).rejects.toMatchObject({
      code: 'FIELD_NOT_ALLOWED',
      fields: { isShared: { key: 'field_not_allowed' } },
    })
    expect(await one.call(update, { id, version: 3, isShared: false })).toMatchObject({
      isShared: false,
      sharedBy: null,
    })
    expect(await namesOf(other)).toEqual([])
    const { id: another } = await add(one, { name: 'Another', isShared: true })
    await other.call(remove, { id: another })
    expect(await namesOf(one)).toEqual(['Untidy'])
  })

  test('With an account its own views go; what it shared stays, nobody’s own', async () => {
    const [one, other] = [await as('manager'), await as('manager')]
    await add(one)
    const { id } = await add(one, { name: 'For all', isShared: true })
    await db.delete(user).where(eq(user.id, one.user.id))
    expect(await db.$count(savedView)).toBe(1)
    expect(await other.call(get, { id })).toMatchObject({ name: 'For all', isMine: false, sharedBy: null })
    await expect(other.call(update, { id, version: 1, isShared: false })).rejects.toMatchObject({
      code: 'FIELD_NOT_ALLOWED',
    })
  })

  test('Only managers have views, of lists that they may read', async () => {
    const [manager, reader, stranger] = [await as('manager'), await as('reader'), await as('stranger')]
    await add(manager, { isShared: true })
    await expect(reader.call(list, { list: 'books' })).rejects.toMatchObject({ code: 'RESOURCE_NOT_ALLOWED' })
    await expect(stranger.call(list, { list: 'books' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    const { id } = await add(manager, { list: 'users', name: 'Banned', search: { state: 'banned' } })
    const scopes = ['view:read', 'view:create', 'view:update', 'view:delete', 'book:read'] as const
    const { key } = await aKey(manager.user, { scopes: [...scopes] })
    const paths: [string, string, object?][] = [
      ['GET', `${PATH}?list=users`],
      ['GET', `${PATH}/${id}`],
      ['POST', PATH, { list: 'users', name: 'Admins', search: {} }],
      ['PATCH', `${PATH}/${id}`, { version: 1, name: 'Admins' }],
      ['DELETE', `${PATH}/${id}?version=1`],
    ]
    for (const [method, path, body] of paths)
      expect([method, (await withKey(key, path, { method, ...(body && { body }) })).status]).toEqual([method, 403])
    expect((await withKey(key, `${PATH}?list=books`)).status).toBe(200)
    expect(await namesOf(manager, 'users')).toEqual(['Banned'])
  })
})

describe('a name', () => {
  test('exists once among one’s own of a list, and once among those for all, whatever its case and accents', async () => {
    const [one, other] = [await as('manager'), await as('manager')]
    const taken = { code: 'NAME_TAKEN', fields: { name: { key: 'name_taken' } } }
    await add(one, { name: 'Éthiopie' })
    await expect(add(one, { name: 'ethiopie ' })).rejects.toMatchObject(taken)
    await add(one, { name: 'Éthiopie', isShared: true })
    await expect(add(other, { name: 'ÉTHIOPIE', isShared: true })).rejects.toMatchObject(taken)
    const { id } = await add(other, { name: 'Éthiopie' })
    await add(one, { name: 'Éthiopie', list: 'users', search: {} })
    await expect(other.call(update, { id, version: 1, isShared: true })).rejects.toMatchObject(taken)
    expect(await other.call(update, { id, version: 1, name: 'ÉTHIOPIE' })).toMatchObject({ name: 'ÉTHIOPIE' })
  })

  test.each([
    ['', 'name_required'],
    [' \u200B', 'name_required'],
    ['x'.repeat(61), 'validation_string_max'],
    ['a\nb', 'text_invalid'],
    ['a\u202Eb', 'text_invalid'],
    [undefined, 'name_required'],
  ])('%j is refused', async (name, key) => {
    await expect(add(await as('manager'), { name })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      fields: { name: { key } },
    })
  })

  test.each(['x'.repeat(60), 'للترتيب', '📚'])('may be %j', async (name) => {
    expect(await add(await as('manager'), { name })).toMatchObject({ name })
  })
})

describe('what it holds', () => {
  test.each<[ViewList, object, Record<string, string>]>([
    ['books', { genreId: 'nonsense' }, { 'search.genreId': 'validation_invalid' }],
    ['books', { sort: 'pages' }, { 'search.sort': 'validation_invalid' }],
    ['books', { searchTerm: 'x'.repeat(201) }, { 'search.searchTerm': 'validation_string_max' }],
    ['books', { publisher: 'a\u0000b' }, { 'search.publisher': 'text_invalid' }],
    [
      'books',
      { role: 'admin', view: UNKNOWN },
      { 'search.role': 'validation_unknown', 'search.view': 'validation_unknown' },
    ],
    ['books', { __proto__x: '1' }, { 'search.__proto__x': 'validation_unknown' }],
    ['books', { searchTerm: 1984 }, { 'search.searchTerm': 'validation_invalid' }],
    ['books', { searchTerm: 'x'.repeat(501) }, { 'search.searchTerm': 'validation_string_max' }],
    ['users', { genreId: 'none' }, { 'search.genreId': 'validation_unknown' }],
    ['users', { state: 'asleep' }, { 'search.state': 'validation_invalid' }],
  ])('of %s: %j is refused', async (of, search, problems) => {
    const manager = await as('manager')
    const fields = Object.fromEntries(Object.entries(problems).map(([field, key]) => [field, { key }]))
    const refused = { code: 'VALIDATION_ERROR', fields }
    await expect(add(manager, { list: of, search })).rejects.toMatchObject(refused)
    const { id } = await add(manager, { list: of, search: {} })
    await expect(manager.call(update, { id, version: 1, search: search as never })).rejects.toMatchObject(refused)
  })

  test('is read without what the list no longer has', async () => {
    const manager = await as('manager')
    const { id } = await add(manager)
    const old = { searchTerm: 'atlas', genreId: 'was-a-slug', shelf: '3', sort: 'pages', publisher: '' }
    await db.update(savedView).set({ search: old }).where(eq(savedView.id, id))
    const { search } = await manager.call(get, { id })
    expect(search).toEqual({ searchTerm: 'atlas', publisher: '', sort: 'title' })
    expect((await manager.call(list, { list: 'books' })).items[0]?.search).toEqual(search)
  })
})

test('A view follows the books of a genre that is merged, and finds nothing of one that is deleted', async () => {
  const manager = await as('manager')
  const [from, into] = [await theGenre('novel'), await theGenre('poetry')]
  const view = await add(manager, { search: { genreId: from.id.toUpperCase(), sort: 'added' } })
  await manager.call(genreEditRouter.merge, { id: from.id, into: into.id })
  const moved = await manager.call(get, { id: view.id })
  expect(moved).toMatchObject({ search: { genreId: into.id, sort: 'added' }, version: 2 })
  await manager.call(genreEditRouter.remove, { id: into.id })
  expect(await manager.call(get, { id: view.id })).toEqual(moved)
  expect(await manager.call(bookRouter.list, { genreId: into.id })).toMatchObject({ total: 0 })
})

test(`There are at most ${VIEW_LIMIT} of one’s own and for all, even in concurrent requests`, async () => {
  const [manager, other] = [await as('manager'), await as('manager')]
  const rows = Array.from({ length: VIEW_LIMIT - 2 }, (_, at) => ({ list: 'books', name: `View ${at}`, search: {} }))
  await db.insert(savedView).values(rows.map((row) => ({ ...row, ownerId: manager.user.id })))
  const tries = Array.from({ length: 6 }, (_, at) => add(manager, { name: `Last ${at}` }))
  const done = await Promise.allSettled(tries)
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  for (const one of done)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'VIEW_LIMIT', status: 409 })
  await add(other)
  await add(manager, { list: 'users', search: {} })
  const { id } = await add(manager, { isShared: true })
  await expect(manager.call(update, { id, version: 1, isShared: false })).rejects.toMatchObject({ code: 'VIEW_LIMIT' })
  // At the limit, a view can still be renamed.
  const [first] = (await manager.call(list, { list: 'books' })).items
  await manager.call(update, { id: first?.id ?? '', version: 1, name: 'Renamed' })
})

test('A change of an outdated version is refused, with the current one', async () => {
  const manager = await as('manager')
  const { id } = await add(manager)
  const current = await manager.call(update, { id, version: 1, name: 'First' })
  await expect(manager.call(update, { id, version: 1, name: 'Second' })).rejects.toMatchObject({
    code: 'CONFLICT',
    theirs: current,
  })
  await expect(manager.call(remove, { id, version: 1 })).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('REST has versions as tags, and does a repeated POST once', async () => {
  const manager = await as('manager')
  const body = { list: 'books', name: 'By REST', search: { sort: 'added' } }
  const post = () => manager.request(PATH, { body, headers: { 'idempotency-key': 'view-by-rest' } })
  const [created, again] = [await post(), await post()]
  const { id } = await created.json()
  expect([created.status, created.headers.get('etag'), created.headers.get('location')]).toEqual([
    201,
    expect.stringMatching(/^"1-/),
    `${PATH}/${id}`,
  ])
  expect([again.status, (await again.json()).id]).toEqual([201, id])
  const patch = (tag?: string) =>
    manager.request(`${PATH}/${id}`, {
      method: 'PATCH',
      body: { name: 'Changed' },
      ...(tag !== undefined && { headers: { 'if-match': tag } }),
    })
  expect([(await patch()).status, (await patch('"9"')).status, (await patch('"1"')).status]).toEqual([428, 412, 200])
  expect(await (await manager.request(`${PATH}?list=books`)).json()).toMatchObject({ nextCursor: null, total: 1 })
  expect((await manager.request(PATH)).status).toBe(400)
  expect((await manager.request(`${PATH}?list=shelves`)).status).toBe(400)
  const removed = await manager.request(`${PATH}/${id}`, { method: 'DELETE', headers: { 'if-match': '"2"' } })
  expect(removed.status).toBe(204)
  for (const unknown of ['nonsense', UNKNOWN, id])
    expect((await manager.request(`${PATH}/${unknown}`)).status).toBe(404)
})

test('The document of the API knows it', async () => {
  const { paths, components } = await openApiDocument(api)
  expect(Object.keys(paths[PATH] ?? {})).toEqual(['get', 'post'])
  expect(Object.keys(paths[`${PATH}/{id}`] ?? {})).toEqual(['get', 'patch', 'delete'])
  expect(components.schemas.ViewInput?.required).toEqual(['name', 'search', 'list'])
})
