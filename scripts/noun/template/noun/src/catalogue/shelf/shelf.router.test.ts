import { expect, test } from 'vitest'
import { activityRouter } from '#kit/activity/activity.router.server.ts'
import { undoRouter } from '#kit/activity/undo/undo.router.server.ts'
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

test('The list is searched, counted and read page by page', async () => {
  const manager = await as('manager')
  for (const name of ['Paging one', 'Paging three', 'Paging two']) await add(manager, { name, note: 'Cellar' })
  const first = await manager.call(shelfRouter.list, { searchTerm: 'pag cel', limit: 2 })
  expect([first.items.length, first.total]).toEqual([2, 3])
  const rest = await manager.call(shelfRouter.listPage, { searchTerm: 'pag cel', cursor: first.nextCursor ?? '' })
  expect(rest.items.map(({ name }) => name)).toEqual(['Paging two'])
  expect(await manager.call(shelfRouter.count, { searchTerm: 'pag' })).toEqual({ total: 3 })
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
  expect([created.status, created.headers.get('etag')]).toEqual([201, expect.stringMatching(/^"1-/)])
  expect([again.headers.get('location'), (await again.json()).id]).toEqual([`${PATH}/${id}`, id])
  const change = async (method: string, tag?: string) => {
    const headers = tag === undefined ? {} : { 'if-match': tag }
    const body = method === 'PATCH' ? { note: 'Changed' } : undefined
    return (await manager.request(`${PATH}/${id}`, { method, headers, ...(body && { body }) })).status
  }
  expect([await change('PATCH'), await change('PATCH', '"9"'), await change('PATCH', '"1"')]).toEqual([428, 412, 200])
  expect(await change('DELETE', '"2"')).toBe(204)
})

test('It is for managers', async () => {
  const { id } = await add(await as('manager'))
  expect((await (await as('reader')).request(`${PATH}/${id}`)).status).toBe(403)
  await expect((await as('stranger')).call(shelfRouter.list, {})).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('The activity records every change with its fields, and takes each back', async () => {
  const manager = await as('manager')
  const { id } = await add(manager, { name: 'Local history', note: 'Old' })
  await manager.call(shelfRouter.update, { id, version: 1, note: 'New' })
  await manager.call(shelfRouter.remove, { id, version: 2 })
  const entries = async () => (await manager.call(activityRouter.of, { kind: 'shelf', id })).items
  const [removed, changed, added] = await entries()
  expect([removed?.action, changed?.action, added?.action]).toEqual(['shelf.delete', 'shelf.update', 'shelf.create'])
  expect(changed?.changes).toEqual([{ field: 'note', before: 'Old', after: 'New' }])
  const undo = (entry = added) => manager.call(undoRouter.undo, { id: String(entry?.id) })
  expect((await undo(removed)).kept).toEqual([])
  expect((await undo(changed)).fields).toEqual(['note'])
  expect(await manager.call(shelfRouter.get, { id })).toMatchObject({ name: 'Local history', note: 'Old', version: 4 })
  expect((await undo(added)).fields).toEqual(['shelf'])
  await expect(manager.call(shelfRouter.get, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
