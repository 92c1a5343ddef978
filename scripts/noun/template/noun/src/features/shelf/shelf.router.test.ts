import { expect, test } from 'vitest'
import { api } from '#api.server.ts'
import { activityRouter } from '#features/activity/activity.router.server.ts'
import { openApiDocument } from '#openapi/openapi.server.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { shelfRouter } from './shelf.router.server.ts'

useDatabase()

const PATH = '/api/v1/shelves'
let made = 0

const add = (manager: SignedInCaller, fields: { name?: string; note?: string } = {}) => {
  made += 1
  return manager.call(shelfRouter.create, { name: `Shelf ${made}`, ...fields })
}

test('A manager adds, reads, changes and deletes a shelf', async () => {
  const manager = await as('manager')
  const added = await add(manager, { name: '  By the window ', note: 'Second floor' })
  expect(added).toMatchObject({ name: 'By the window', note: 'Second floor', version: 1 })
  expect(await manager.call(shelfRouter.get, { id: added.id })).toEqual(added)
  const changed = await manager.call(shelfRouter.update, { id: added.id, version: 1, note: '' })
  expect(changed).toMatchObject({ name: 'By the window', note: '', version: 2 })
  await manager.call(shelfRouter.remove, { id: added.id, version: 2 })
  await expect(manager.call(shelfRouter.get, { id: added.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test.each([
  [{ name: '' }, { name: { key: 'name_required' } }],
  [{ name: 'x'.repeat(201) }, { name: { key: 'validation_string_max' } }],
  [{ note: 'a\u202Eb' }, { note: { key: 'text_invalid' } }],
])('%j is refused', async (input, fields) => {
  await expect(add(await as('manager'), input)).rejects.toMatchObject({ code: 'VALIDATION_ERROR', fields })
})

test('A name exists once, whatever its case and accents', async () => {
  const manager = await as('manager')
  await add(manager, { name: 'Éthiopie' })
  await expect(add(manager, { name: 'ethiopie' })).rejects.toMatchObject({
    code: 'NAME_TAKEN',
    fields: { name: { key: 'name_taken' } },
  })
})

test('The list is searched, and read page by page', async () => {
  const manager = await as('manager')
  for (const name of ['Paging one', 'Paging three', 'Paging two']) await add(manager, { name, note: 'Cellar' })
  const reader = await as('reader')
  const first = await reader.call(shelfRouter.list, { searchTerm: 'pag cel', limit: 2 })
  expect([first.items.length, first.total]).toEqual([2, 3])
  const rest = await reader.call(shelfRouter.list, { searchTerm: 'pag cel', limit: 2, cursor: first.nextCursor ?? '' })
  expect([...first.items, ...rest.items].map(({ name }) => name).toSorted()).toEqual([
    'Paging one',
    'Paging three',
    'Paging two',
  ])
  expect(await reader.call(shelfRouter.count, { searchTerm: 'pag' })).toEqual({ total: 3 })
  const whole = await reader.call(shelfRouter.listPage, {})
  expect(whole.total).toBeGreaterThanOrEqual(3)
})

test('A change of an outdated version is refused, with the current one and who changed it', async () => {
  const manager = await as('manager')
  const { id } = await add(manager)
  const current = await manager.call(shelfRouter.update, { id, version: 1, note: 'First' })
  await expect(manager.call(shelfRouter.update, { id, version: 1, note: 'Second' })).rejects.toMatchObject({
    code: 'CONFLICT',
    theirs: current,
    changes: { note: { by: { id: manager.user.id } } },
  })
  await expect(manager.call(shelfRouter.remove, { id, version: 1 })).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('REST has versions as tags, and does a repeated POST once', async () => {
  const manager = await as('manager')
  const post = () =>
    manager.request(PATH, { body: { name: 'By REST' }, headers: { 'idempotency-key': 'shelf-by-rest' } })
  const [created, again] = [await post(), await post()]
  const { id } = await created.json()
  expect([created.status, created.headers.get('etag'), created.headers.get('location')]).toEqual([
    201,
    '"1"',
    `${PATH}/${id}`,
  ])
  expect([again.status, (await again.json()).id]).toEqual([201, id])
  const patch = (tag?: string) =>
    manager.request(`${PATH}/${id}`, {
      method: 'PATCH',
      body: { note: 'Changed' },
      ...(tag !== undefined && { headers: { 'if-match': tag } }),
    })
  expect([(await patch()).status, (await patch('"9"')).status, (await patch('"1"')).status]).toEqual([428, 412, 200])
  expect((await manager.request(`${PATH}?searchTerm=REST`)).status).toBe(200)
  const remove = await manager.request(`${PATH}/${id}`, { method: 'DELETE', headers: { 'if-match': '"2"' } })
  expect(remove.status).toBe(204)
})

test('Readers read, and change nothing', async () => {
  const { id } = await add(await as('manager'))
  const reader = await as('reader')
  expect((await reader.request(`${PATH}/${id}`)).status).toBe(200)
  await expect(reader.call(shelfRouter.create, { name: 'No' })).rejects.toMatchObject({ code: 'ACTION_NOT_ALLOWED' })
  await expect((await as('stranger')).call(shelfRouter.list, {})).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('The activity records every change, with its fields', async () => {
  const manager = await as('manager')
  const { id } = await add(manager, { name: 'Local history', note: 'Old' })
  await manager.call(shelfRouter.update, { id, version: 1, note: 'New' })
  await manager.call(shelfRouter.remove, { id, version: 2 })
  const { items } = await manager.call(activityRouter.of, { kind: 'shelf', id })
  expect(items.map(({ action, actor, subject }) => [action, actor.id, subject.name])).toEqual([
    ['shelf.delete', manager.user.id, 'Local history'],
    ['shelf.update', manager.user.id, 'Local history'],
    ['shelf.create', manager.user.id, 'Local history'],
  ])
  expect(items[1]?.changes).toEqual([{ field: 'note', before: 'Old', after: 'New' }])
})

test('The document of the API knows it', async () => {
  const { paths, tags, components } = await openApiDocument(api)
  expect(Object.keys(paths[PATH] ?? {})).toEqual(['get', 'post'])
  expect(Object.keys(paths[`${PATH}/{id}`] ?? {})).toEqual(['get', 'patch', 'delete'])
  expect(tags.map(({ name }) => name)).toContain('Shelves')
  expect(components.schemas.ShelfInput?.required).toEqual(['name'])
})
