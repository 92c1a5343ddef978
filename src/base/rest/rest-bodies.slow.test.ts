import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, aUser, type BookRow } from '#test/factories.ts'
import { logged } from '#test/http.ts'
import { labelled, labelledValues } from '#test/labelled.ts'

useDatabase()

let manager: SignedInCaller
let there: BookRow
beforeAll(async () => {
  manager = await as('manager')
})
beforeEach(async () => {
  await db.delete(book)
  there = await aBook()
  logged.length = 0
})

async function send(method: string, path: string, body: string | undefined, type?: string | null, more = {}) {
  const headers = new Headers({ ...more, ...(typeof type === 'string' && { 'content-type': type }) })
  const sent = type === null && body !== undefined ? new URLSearchParams() : body
  const response = await manager.request(`/api/v1${path}`, {
    method,
    headers,
    ...(sent !== undefined && { body: sent }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text), headers: response.headers }
}

/** Every way to send something, with a path at which it would be taken. */
const ways = async (): Promise<[method: string, path: string][]> => {
  const { id } = await aUser({ emailVerified: false })
  return [
    ['POST', '/books'],
    ['PATCH', `/books/${there.id}`],
    ['DELETE', `/books/${there.id}`],
    ['POST', '/users'],
    ['PATCH', `/users/${id}`],
    ['DELETE', `/users/${id}`],
    ['POST', `/users/${id}/ban`],
    ['POST', `/users/${id}/invitation`],
    ['POST', `/users/${id}/impersonation`],
    ['DELETE', `/users/${id}/sessions`],
  ]
}

const untouched = async () => {
  expect(await db.select().from(book)).toEqual([there])
  expect(logged.filter(({ level }) => Number(level) >= 50)).toEqual([])
}

describe('the type of a body', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/json-patch+json',
    'application/merge-patch+json',
    'application/json; charset=utf-16',
    'application/json; charset=x',
    'text/event-stream',
    'application/octet-stream',
    'nonsense',
  ])('%s is not accepted', async (type) => {
    for (const [method, path] of await ways()) {
      const { status, body } = await send(method, path, '{"title":"x"}', type)
      expect([method, path, status, body]).toMatchObject([
        method,
        path,
        415,
        { code: 'UNSUPPORTED_MEDIA_TYPE', status: 415, message: 'This kind of content is not accepted here' },
      ])
    }
    await untouched()
  })

  test.each(['application/json', 'APPLICATION/JSON; Charset=UTF-8', 'application/json;charset="utf-8"'])(
    '%s is',
    async (type) => {
      expect(await send('POST', '/books', '{"title":"Nedjma"}', type)).toMatchObject({ status: 201 })
    },
  )

  test('packed is not accepted', async () => {
    const packed = { 'content-encoding': 'gzip' }
    expect(await send('POST', '/books', '{"title":"x"}', 'application/json', packed)).toMatchObject({ status: 415 })
    await untouched()
  })

  test('is ignored without a body if none is needed', async () => {
    for (const type of [undefined, 'application/json', 'text/plain']) {
      const { id } = await aUser()
      expect(await send('POST', `/users/${id}/ban`, type === undefined ? undefined : '', type)).toMatchObject({
        status: 200,
      })
      expect(await send('DELETE', `/users/${id}/ban`, type === undefined ? undefined : '', type)).toMatchObject({
        status: 200,
      })
    }
  })

  test('is ignored without a body if one is needed: its fields are required', async () => {
    expect(await send('POST', '/books', undefined)).toMatchObject({
      status: 400,
      body: { data: { fields: { title: 'title_required' } } },
    })
  })
})

describe('a body that is no JSON object', () => {
  test.each(
    labelledValues([
      ' ',
      '{',
      '{"title":',
      "{'title':'x'}",
      'title=x',
      'null',
      'true',
      '7',
      '"x"',
      '[]',
      '[{"title":"x"}]',
      '{"title":"x"}}',
      '['.repeat(100_000),
      `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    ]),
  )('is refused: %s', async (_, text) => {
    for (const [method, path] of await ways()) {
      const { status, body, headers } = await send(method, path, text, 'application/json')
      expect([method, path, status, body]).toEqual([
        method,
        path,
        400,
        {
          code: 'VALIDATION_ERROR',
          status: 400,
          message: 'This is not a JSON object',
          data: { fields: { '': 'body_not_json' }, messages: { '': 'This is not a JSON object' } },
        },
      ])
      expect(headers.get('content-type')).toBe('application/json')
      expect(headers.get('cache-control')).toBe('no-store')
    }
    await untouched()
  })
})

describe('a field', () => {
  test.each(
    labelled([
      ['{"title":"x","title":"y"}', 'title', 'validation_invalid'],
      ['{"title":"x","__proto__":{"role":"admin"}}', '__proto__', 'validation_unknown'],
      ['{"title":"x","constructor":{"prototype":{}}}', 'constructor', 'validation_unknown'],
      ['{"title":"x","nonsense":1}', 'nonsense', 'validation_unknown'],
      ['{"title":"x","createdAt":"2026-01-01T00:00:00Z"}', 'createdAt', 'validation_unknown'],
      [String.raw`{"title":"\u0000"}`, 'title', 'text_invalid'],
      [String.raw`{"title":"\ud800"}`, 'title', 'text_invalid'],
      [String.raw`{"title":"x","author":"a\udfff"}`, 'author', 'text_invalid'],
      [`{"title":"x","author":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`, 'author', 'validation_invalid'],
      ['{"title":["x"]}', 'title', 'title_required'],
      ['{"title":"x","genreId":"novel"}', 'genreId', 'validation_invalid'],
    ]),
  )('is refused by its name: %s', async (_, text, field, key) => {
    const refusal = { status: 400, body: { code: 'VALIDATION_ERROR', data: { fields: { [field]: key } } } }
    expect(await send('POST', '/books', text, 'application/json')).toMatchObject(refusal)
    const withVersion = text.replace('{', '{"version":1,')
    expect(await send('PATCH', `/books/${there.id}`, withVersion, 'application/json')).toMatchObject(refusal)
    await untouched()
  })

  test('is accepted in one place only: body of POST and PATCH, query or body of DELETE, or path', async () => {
    const refused = (field: string) => ({ status: 400, body: { data: { fields: { [field]: 'validation_unknown' } } } })
    const json = 'application/json'
    expect(await send('POST', '/books?title=x', '{"title":"x"}', json)).toMatchObject(refused('title'))
    expect(await send('PATCH', `/books/${there.id}?version=1`, '{"title":"x"}', json)).toMatchObject(refused('version'))
    expect(await send('DELETE', `/books/${there.id}?version=9`, '{"version":9}', json)).toMatchObject(
      refused('version'),
    )
    expect(await send('DELETE', `/books/${there.id}?version=9`, undefined)).toMatchObject({ status: 409 })
    expect(await send('DELETE', `/books/${there.id}`, '{"version":9}', json)).toMatchObject({ status: 409 })
    const body = JSON.stringify({ id: there.id, version: 1, title: 'x' })
    expect(await send('PATCH', `/books/${there.id}`, body, json)).toMatchObject(refused('id'))
    expect(await send('GET', `/books/${there.id}?id=${there.id}`, undefined)).toMatchObject(refused('id'))
    await untouched()
  })

  test('of anybody is refused by its name where it is not known', async () => {
    const all = await ways()
    for (const [method, path] of all.filter((way) => way[0] !== 'DELETE')) {
      const { status, body } = await send(method, path, '{"nonsense":1}', 'application/json')
      expect([path, status, body.data?.fields]).toMatchObject([path, 400, { nonsense: 'validation_unknown' }])
    }
    for (const [method, path] of all.filter((way) => way[0] === 'DELETE')) {
      const { status, body } = await send(method, `${path}?nonsense=1`, undefined)
      expect([path, status, body?.data?.fields]).toMatchObject([path, 400, { nonsense: 'validation_unknown' }])
    }
  })
})

test('odd bodies cause no server error in any operation', async () => {
  const odd = ['\0', '\uFFFD', String.raw`"\ud800"`, 'x'.repeat(3000), '__proto__', '', '-1', '1e308']
  for (const [method, path] of await ways())
    for (const value of [...odd.map((one) => JSON.stringify(one)), '1e400', '{}', '[[]]', 'null', '{"a":"b"}'])
      for (const field of ['id', 'title', 'version', 'genreId', 'email', 'role', 'language', 'until', 'reason']) {
        const { status } = await send(method, path, `{"${field}":${value}}`, 'application/json')
        expect(status, `${method} ${path} ${field} ${value.slice(0, 100)}`).toBeLessThan(500)
      }
  expect(logged.filter(({ level }) => Number(level) >= 50)).toEqual([])
})
