import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { user } from '#base/db/tables/user.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, aUser } from '#test/factories.ts'
import { labelled } from '#test/labelled.ts'

useDatabase()

let manager: SignedInCaller
beforeAll(async () => {
  manager = await as('manager')
})
beforeEach(async () => void (await db.delete(book)))

const UNKNOWN = 'validation_unknown'

async function refusalOf(path: string, method = 'GET', body?: unknown) {
  const response = await manager.request(path, { method, ...(body !== undefined && { body }) })
  const { code, data } = await response.json()
  return { status: response.status, code, fields: data?.fields }
}
const refused = (...fields: string[]) => ({
  status: 400,
  code: 'VALIDATION_ERROR',
  fields: Object.fromEntries(fields.map((field) => [field, UNKNOWN])),
})

test('A body in another encoding than UTF-8 is refused: its letters are lost', async () => {
  const bytes = Buffer.from('{"title":"Caf\xE9"}', 'latin1')
  const headers = { 'content-type': 'application/json' }
  const send = (body: Buffer<ArrayBuffer>) =>
    manager.request('/api/v1/books', { method: 'POST', headers, body: new Blob([body]) })
  const refused = await send(bytes)
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { message: 'The text is not in UTF-8', data: { fields: { '': 'body_not_utf8' } } },
  ])
  expect(await db.$count(book)).toBe(0)
  // A letter of its own, as it may stand in a catalogue.
  expect((await send(Buffer.from('{"title":"Caf\uFFFD"}'))).status).toBe(201)
})

describe('an unknown field', () => {
  test.each(
    labelled([
      ['/api/v1/books?searchterm=a', 'searchterm'],
      ['/api/v1/books?limit=5&page=2', 'page'],
      ['/api/v1/books?constructor=1', 'constructor'],
      ['/api/v1/books/01890000-0000-7000-8000-000000000000?fields=title', 'fields'],
      ['/api/v1/genres?sort=name', 'sort'],
      ['/api/v1/me?x', 'x'],
      ['/api/v1/users?genreId=1', 'genreId'],
      ['/api/v1/users?filter[role]=admin', 'filter[role]'],
    ]),
  )('is refused in %s', async (_, path, field) => {
    expect(await refusalOf(path)).toEqual(refused(field))
  })

  test('is refused in a body, each by its name, and nothing is done', async () => {
    const body = { title: 'Nedjma', barcode: '1', toString: 'x', genre: { id: 1 } }
    expect(await refusalOf('/api/v1/books', 'POST', body)).toEqual(refused('barcode', 'toString', 'genre'))
    expect(await db.$count(book)).toBe(0)
  })

  test('is refused together with invalid ones', async () => {
    expect(await refusalOf('/api/v1/books', 'POST', { title: '', sheets: 3 })).toEqual({
      status: 400,
      code: 'VALIDATION_ERROR',
      fields: { title: 'title_required', sheets: UNKNOWN },
    })
  })

  test('is refused in every body and query of a change', async () => {
    const [{ id }, { id: userId }] = [await aBook(), await aUser()]
    const x = { x: 1 }
    expect(await refusalOf(`/api/v1/books/${id}`, 'PATCH', { version: 1, ...x })).toEqual(refused('x'))
    expect(await refusalOf(`/api/v1/books/${id}?version=1&x=1`, 'DELETE')).toEqual(refused('x'))
    expect(await refusalOf('/api/v1/users', 'POST', { email: 'new@example.org', ...x })).toEqual(refused('x'))
    expect(await refusalOf(`/api/v1/users/${userId}`, 'PATCH', { version: 1, ...x })).toEqual(refused('x'))
    expect(await refusalOf(`/api/v1/users/${userId}`, 'DELETE', x)).toEqual(refused('x'))
    const impersonation = { reason: 'Asked for help', ...x }
    expect(await refusalOf(`/api/v1/users/${userId}/impersonation`, 'POST', impersonation)).toEqual(refused('x'))
    for (const [path, method] of [
      [`/api/v1/users/${userId}/ban`, 'POST'],
      [`/api/v1/users/${userId}/invitation`, 'POST'],
    ] as const)
      expect(await refusalOf(path, method, x)).toEqual(refused('x'))
    for (const path of ['ban', 'sessions', 'sessions/01890000-0000-7000-8000-000000000000'])
      expect(await refusalOf(`/api/v1/users/${userId}/${path}?x=1`, 'DELETE')).toEqual(refused('x'))
    expect(await refusalOf('/api/v1/impersonation?x=1', 'DELETE')).toEqual(refused('x'))
    expect([await db.$count(book), (await db.select().from(user)).every(({ banned }) => !banned)]).toEqual([1, true])
  })

  test('is an id in the body, whose place is the path', async () => {
    const [one, other] = [await aBook({ title: 'One' }), await aBook({ title: 'Other' })]
    const body = { id: other.id, version: 1, title: 'Changed' }
    expect(await refusalOf(`/api/v1/books/${one.id}`, 'PATCH', body)).toEqual(refused('id'))
    const rows = await db.select({ title: book.title }).from(book).orderBy(book.title)
    expect(rows.map(({ title }) => title)).toEqual(['One', 'Other'])
  })

  test('is refused in the query if it belongs to the body', async () => {
    const { id } = await aBook()
    expect(await refusalOf(`/api/v1/books/${id}?title=Other`, 'PATCH', { version: 1 })).toEqual(refused('title'))
    expect(await refusalOf('/api/v1/books?title=Other', 'POST', { title: 'A' })).toEqual(refused('title'))
  })

  test('is named twenty times and no more', async () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`x${index}`, 1]))
    const { fields } = await refusalOf('/api/v1/books', 'POST', { title: 'A', ...many })
    expect(Object.keys(fields)).toHaveLength(20)
  })

  test('is not reported to callers without access', async () => {
    const reader = await as('reader')
    const response = await reader.request('/api/v1/books', { body: { title: 'A', x: 1 } })
    expect([response.status, (await response.json()).code]).toEqual([403, 'ACTION_NOT_ALLOWED'])
  })
})
