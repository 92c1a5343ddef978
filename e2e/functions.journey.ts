import { request as connect } from 'node:http'
import { FUNCTION_HEADERS, listBooks } from '../testing/endpoints.ts'
import { expect, test } from './test.ts'

// Calls the URLs of server functions directly.
test(
  'A server function answers strangers and mistakes with an error of its own',
  { tag: '@desktop' },
  async ({ request }) => {
    const headers = { 'x-tsr-serverFn': 'true', accept: 'application/json' }
    for (const path of ['/_serverFn/nobody/nothing', '/_serverFn/nobody.nothing', '/_serverFn/book/listBooks/more']) {
      const answer = await request.get(path, { headers })
      expect([path, answer.status(), (await answer.json()).code]).toEqual([path, 404, 'NOT_FOUND'])
    }
    for (const path of ['/_serverFn/book/listBooks', '/_serverFn/book.listBooks'])
      expect((await request.get(path, { headers })).status()).toBe(401)
    for (const payload of ['{bad', '5', '{"t":99}', '[]']) {
      const answer = await request.get(`/_serverFn/book/listBooks?payload=${encodeURIComponent(payload)}`, { headers })
      expect([payload, answer.status(), (await answer.json()).code]).toEqual([payload, 400, 'VALIDATION_ERROR'])
    }
    // What cannot be made a text.
    for (const path of ['/_serverFn/not-me.getSignInNotice', '/_serverFn/login-error.getSignInError'])
      expect([path, (await request.get(`${path}?toString=1`, { headers })).status()]).toEqual([path, 200])
    const posted = await request.post('/_serverFn/book/listBooks', { headers, data: {} })
    expect([posted.status(), posted.headers().allow]).toEqual([405, 'GET'])
    expect(await posted.json()).toEqual({ code: 'METHOD_NOT_ALLOWED', status: 405, message: expect.any(String) })
    // A promise in the framework's format that never settles.
    const endless =
      '{"t":{"t":10,"i":0,"p":{"k":["data"],"v":[{"t":22,"i":1,"s":2,"f":{"t":26,"i":3,"s":4}}]},"o":0},"f":63,"m":[]}'
    const answer = await request.post('/_serverFn/account.onboard', {
      headers: { 'content-type': 'application/json' },
      data: endless,
    })
    expect([answer.status(), (await answer.json()).code]).toEqual([400, 'VALIDATION_ERROR'])
    const nobody = await request.get('/_serverFn/me/getCurrentUser')
    expect([nobody.status(), await nobody.json()]).toEqual([200, null])
  },
)

/** Sends a request that a browser never would; returns the status, the content type and whether there is a body. */
const sendRaw = (url: string, path: string, host = new URL(url).host) =>
  new Promise<[status: number | undefined, type: string | undefined, hasBody: boolean]>((resolve, reject) => {
    connect(url, { path, headers: { host } }, (response) => {
      let length = 0
      response.on('data', (part: Buffer) => (length += part.length))
      response.on('end', () => resolve([response.statusCode, response.headers['content-type'], length > 0]))
    })
      .on('error', reject)
      .end()
  })

test('What no browser sends is answered all the same', { tag: '@desktop' }, async ({ baseURL: url = '' }) => {
  for (const host of ['localhost:99999', '999.999.999.999', '1.2.3.4.5', 'evil.example'])
    expect(await sendRaw(url, '/login', host)).toEqual([421, expect.stringContaining('application/json'), true])
  expect(await sendRaw(url, '/api/v1/books/%FF')).toEqual([404, expect.stringContaining('application/json'), true])
  expect(await sendRaw(url, '/app/%E0%A4%A')).toEqual([404, expect.stringContaining('text/html'), true])
  expect((await sendRaw(url, '//evil.example/app'))[0]).toBe(308)
})

test.describe('A reader', () => {
  test.use({ person: 'reader' })

  // A path that ends in a slash goes through TanStack Start.
  test(
    'The API answers alike directly and through the pages',
    { tag: '@desktop' },
    async ({ page, baseURL: url = '' }) => {
      const call = async (method: string, path: string, query: string, data?: object) => {
        const headers = { origin: url, ...(data && { 'content-type': 'application/json' }) }
        const answer = await page.request.fetch(path + query, {
          method,
          headers,
          ...(data && { data }),
          maxRedirects: 0,
        })
        const others = answer.headersArray().filter(({ name }) => !/^(x-request-id|date)$/i.test(name))
        const lines = others.map(({ name, value }) => `${name}: ${value}`)
        return { status: answer.status(), headers: lines.toSorted(), body: await answer.text() }
      }
      const calls: [method: string, path: string, query: string, data?: object][] = [
        ['GET', '/api/v1/books', ''],
        ['GET', '/api/v1/books', '?limit=3&sort=added&searchTerm='],
        ['GET', '/api/v1/books', '?limit=0&other=1'],
        ['GET', '/api/v1/books', '?searchTerm=%FF'],
        ['GET', '/api/v1/books/nobody', ''],
        ['GET', '/api/v1/me', ''],
        ['GET', '/api/v1/nothing', ''],
        ['OPTIONS', '/api/v1/books', ''],
        ['PUT', '/api/v1/books', '', {}],
        ['POST', '/api/v1/books', '', { title: 'No reader adds a book' }],
        ['DELETE', '/api/v1/books/nobody', ''],
      ]
      for (const [method, path, query, data] of calls)
        // Another journey may add a book in between.
        await expect(async () =>
          expect([method, path, query, await call(method, path, query, data)]).toEqual([
            method,
            path,
            query,
            await call(method, `${path}/`, query, data),
          ]),
        ).toPass()
    },
  )

  test('The list for readers travels as plain JSON, whole', { tag: '@desktop' }, async ({ page }) => {
    const answer = await page.request.get(await listBooks(), {
      headers: { ...FUNCTION_HEADERS, 'accept-encoding': 'identity' },
    })
    const { items, total } = await answer.json()
    expect([items.length, typeof items[0].title, total > items.length]).toEqual([20, 'string', true])
    expect(answer.headers()).toMatchObject({
      'content-type': 'application/json',
      'content-length': String((await answer.body()).length),
    })
  })
})

test.describe('A program with the cookie of a manager', () => {
  test.use({ person: 'admin' })

  test(
    'calls server functions with plain JSON and with forms, and is answered in plain JSON',
    { tag: '@desktop' },
    async ({ page: { request } }) => {
      const list = await request.get('/_serverFn/book/listBooks')
      expect((await list.json()).items).toHaveLength(20)
      const payload = JSON.stringify({ data: { searchTerm: 'fahrenheit' }, context: {} })
      const found = await request.get('/_serverFn/book/listBooks', { params: { payload } })
      expect((await found.json()).items).toEqual([expect.objectContaining({ title: 'Fahrenheit 451' })])
      const title = `Called ${Date.now()}`
      const create = '/_serverFn/book-edit/createBook'
      const made = []
      for (const [number, how] of [
        { data: { data: { title: `${title} 0` }, context: {} } },
        { form: { title: `${title} 1`, author: 'Kateb Yacine' } },
        { multipart: { title: `${title} 2`, publisher: 'Seuil' } },
      ].entries()) {
        const book = await (await request.post(create, how)).json()
        expect(book).toMatchObject({ title: `${title} ${number}`, version: 1 })
        made.push(book.id)
      }
      const refused = await request.post(create, { data: { data: { title: 'x'.repeat(501) } } })
      expect([refused.status(), await refused.json()]).toMatchObject([
        400,
        {
          code: 'VALIDATION_ERROR',
          message: expect.stringContaining('500'),
          data: { fields: { title: expect.any(String) } },
        },
      ])
      for (const id of made) {
        const removed = await request.post('/_serverFn/book-edit/removeBook', { data: { data: { id } } })
        expect(removed.status()).toBe(200)
      }
    },
  )
})
