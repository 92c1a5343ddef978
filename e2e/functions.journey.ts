import { FUNCTION_HEADERS, listBooks } from '../bench/endpoints.ts'
import { expect, test } from './test.ts'

// What the browser calls is an address like any other: here it is called by hand.
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
    expect((await request.post('/_serverFn/book/listBooks', { headers, data: {} })).status()).toBe(405)
  },
)

test.describe('A reader', () => {
  test.use({ person: 'reader' })

  test('A shelf travels as plain JSON, whole', { tag: '@desktop' }, async ({ page }) => {
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
