import { fromJSON, toJSON } from 'seroval'
import { describe, expect, test } from 'vitest'
import { readCall } from './function-call.server.ts'

const ADDRESS = new URL('http://localhost:3000/_serverFn/book.listBooks')

/** The data of a call, as TanStack Start reads it. */
async function dataOf(init: RequestInit, url = ADDRESS): Promise<unknown> {
  const call = await readCall(new Request(url, init), url)
  const text = call.method === 'GET' ? new URL(call.url).searchParams.get('payload') : await call.text()
  return fromJSON(JSON.parse(text ?? ''))
}
const posted = (body: BodyInit, type?: string) =>
  dataOf({ method: 'POST', body, ...(type !== undefined && { headers: { 'content-type': type } }) })
const asked = (query: string) => dataOf({}, new URL(`?${query}`, ADDRESS))
const refusalOf = async (answer: Promise<unknown>) =>
  answer.then(
    () => 'read',
    (error: { code?: string }) => error.code,
  )
const JSON_TYPE = 'application/json'

describe('a call of a server function', () => {
  test('is read as plain JSON, with data and context', async () => {
    const call = { data: { title: 'Nedjma', ids: ['a', 'b'], genreId: null }, context: { from: 'a program' } }
    expect(await posted(JSON.stringify(call), JSON_TYPE)).toEqual(call)
    expect(await posted(JSON.stringify(call), 'application/json; charset=utf-8')).toEqual(call)
    expect(await asked(String(new URLSearchParams({ payload: JSON.stringify(call) })))).toEqual(call)
  })

  test('is read from a form of either type, a repeated name as an array', async () => {
    const data = { title: 'Nedjma', author: 'Kateb Yacine', ids: ['a', 'b'] }
    const fields: [string, string][] = [
      ['title', 'Nedjma'],
      ['author', 'Kateb Yacine'],
      ['ids', 'a'],
      ['ids', 'b'],
    ]
    expect(await posted(new URLSearchParams(fields))).toEqual({ data })
    const form = new FormData()
    for (const [name, value] of fields) form.append(name, value)
    form.append('__TSS_CONTEXT', '{}')
    expect(await posted(form)).toEqual({ data })
  })

  test('needs no payload, and no body', async () => {
    expect(await asked('')).toEqual({ data: {} })
    expect(await asked('searchTerm=1984&limit=5')).toEqual({ data: { searchTerm: '1984', limit: '5' } })
    expect(await dataOf({ method: 'POST' })).toEqual({ data: {} })
  })

  test('stays as it is in the serialisation of the framework', async () => {
    const call = { data: { at: new Date('2026-01-01T00:00:00Z'), version: 3, none: undefined }, context: {} }
    const text = JSON.stringify(toJSON(call))
    const request = new Request(new URL(`?payload=${encodeURIComponent(text)}`, ADDRESS))
    expect(await readCall(request, new URL(request.url))).toBe(request)
    expect(await posted(text, JSON_TYPE)).toEqual(call)
  })

  test.each([
    ['no JSON', '{bad'],
    ['a number', '5'],
    ['a list', '[]'],
    ['a name twice', '{"data":{"title":"a","title":"b"}}'],
    ['__proto__', '{"data":{"__proto__":{}}}'],
    ['neither data nor context', '{"title":"Nedjma"}'],
    ['an unknown node', '{"t":99}'],
    [
      'a promise that nobody settles',
      '{"t":{"t":10,"i":0,"p":{"k":["data"],"v":[{"t":22,"i":1,"s":2,"f":{"t":26,"i":3,"s":4}}]},"o":0},"f":63,"m":[]}',
    ],
    ['a stream', '{"t":{"t":10,"i":0,"p":{"k":["data"],"v":[{"t":31,"i":1,"a":[]}]},"o":0},"f":63,"m":[]}'],
  ])('is refused with %s', async (_, text) => {
    expect(await refusalOf(posted(text, JSON_TYPE))).toBe('VALIDATION_ERROR')
    expect(await refusalOf(asked(String(new URLSearchParams({ payload: text }))))).toBe('VALIDATION_ERROR')
  })

  test('is refused with a file in its form, and as anything else than JSON or a form', async () => {
    const form = new FormData()
    form.append('title', new Blob(['x']), 'title.txt')
    expect(await refusalOf(posted(form))).toBe('VALIDATION_ERROR')
    expect(await refusalOf(posted('{"data":{}}', 'text/plain'))).toBe('UNSUPPORTED_MEDIA_TYPE')
  })
})
