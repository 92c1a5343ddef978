import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import type { Caller } from '#test/callers.ts'
import { LANGUAGE_HEADER } from '#base/i18n/locale.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { bookInputSchema } from '#catalogue/book/book.schema.ts'
import { fieldsOf } from '#base/lib/fields-of.ts'
import { aBook, theGenre } from '#test/factories.ts'
import { logged } from '#test/http.ts'
import { labelled } from '#test/labelled.ts'

useDatabase()

let reader: SignedInCaller
beforeAll(async () => {
  reader = await as('reader', { name: 'Assia', email: 'assia@example.org' })
})
beforeEach(async () => void (await db.delete(book)))

const NOBODY = '01890000-0000-7000-8000-000000000000'

async function answerOf(caller: Caller, path: string, headers: Record<string, string> = {}) {
  const response = await caller.request(path, { headers })
  return { status: response.status, body: await response.json(), headers: response.headers }
}

describe('GET /api/v1/books', () => {
  test('answers a page', async () => {
    const genre = await theGenre('novel')
    const row = await aBook({ title: 'Nedjma', author: 'Kateb Yacine', publisher: 'Seuil', genreId: genre.id })
    expect(await answerOf(reader, '/api/v1/books')).toMatchObject({
      status: 200,
      body: {
        items: [
          {
            id: row.id,
            title: 'Nedjma',
            author: 'Kateb Yacine',
            publisher: 'Seuil',
            version: 1,
            genre: { id: genre.id, name: 'Novel', slug: 'novel', names: null, hue: genre.hue },
            createdAt: row.createdAt.toISOString(),
            updatedAt: row.updatedAt.toISOString(),
          },
        ],
        nextCursor: null,
        total: 1,
      },
    })
  })

  test('returns only the fields of a book', async () => {
    await aBook()
    const { body } = await answerOf(reader, '/api/v1/books')
    expect(Object.keys(body)).toEqual(['items', 'nextCursor', 'total'])
    expect(Object.keys(body.items[0]).toSorted()).toEqual(
      [
        ...fieldsOf(bookInputSchema.shape).filter((field) => field !== 'genreId'),
        'createdAt',
        'genre',
        'id',
        'isSample',
        'updatedAt',
        'version',
      ].toSorted(),
    )
  })

  test('takes limit, cursor, searchTerm and genreId from the query', async () => {
    const genre = await theGenre('poetry')
    for (const title of ['Divan A', 'Divan B', 'Other']) await aBook({ title, genreId: genre.id })
    const first = await answerOf(reader, `/api/v1/books?limit=1&searchTerm=divan&genreId=${genre.id}`)
    expect(first.body).toMatchObject({ items: [{ title: 'Divan A' }], total: 2 })
    const second = await answerOf(
      reader,
      `/api/v1/books?limit=1&searchTerm=divan&genreId=${genre.id}&cursor=${first.body.nextCursor}`,
    )
    expect(second.body).toMatchObject({ items: [{ title: 'Divan B' }], nextCursor: null, total: 2 })
  })

  test.each(
    labelled([
      ['limit=0', 'limit', 'validation_number_min'],
      ['limit=10000', 'limit', 'validation_number_max'],
      ['limit=x', 'limit', 'validation_invalid'],
      ['limit=', 'limit', 'validation_invalid'],
      ['limit=1e1', 'limit', 'validation_invalid'],
      ['limit=0x10', 'limit', 'validation_invalid'],
      ['limit=-1', 'limit', 'validation_number_min'],
      ['limit=ten', 'limit', 'validation_invalid'],
      ['limit=1.5', 'limit', 'validation_invalid'],
      ['limit=1&limit=2', 'limit', 'validation_invalid'],
      ['cursor=nonsense', 'cursor', 'cursor_invalid'],
      ['genreId=poetry', 'genreId', 'validation_invalid'],
      [`searchTerm=${'x'.repeat(201)}`, 'searchTerm', 'validation_string_max'],
      [`searchTerm=${'x'.repeat(10_000)}`, 'searchTerm', 'validation_string_max'],
      ['searchTerm=a%00b', 'searchTerm', 'text_invalid'],
      // No UTF-8: it reaches us as U+FFFD.
      ['searchTerm=%C3', 'searchTerm', 'text_invalid'],
      ['searchTerm=%ED%A0%80', 'searchTerm', 'text_invalid'],
      ['searchTerm=a&searchTerm=b', 'searchTerm', 'validation_invalid'],
      ['searchTerm[a]=b', 'searchTerm[a]', 'validation_unknown'],
      ['nonsense=1', 'nonsense', 'validation_unknown'],
      ['constructor=1', 'constructor', 'validation_unknown'],
      ['__proto__=1', '__proto__', 'validation_unknown'],
    ]),
  )('refuses %s', async (_, query, field, key) => {
    const { status, body } = await answerOf(reader, `/api/v1/books?${query}`)
    expect([status, body]).toEqual([
      400,
      {
        code: 'VALIDATION_ERROR',
        status: 400,
        message: expect.stringContaining(body.data.messages[field]),
        data: { fields: { [field]: key }, messages: { [field]: expect.stringMatching(/^[A-Z]/) } },
      },
    ])
  })

  test.each(['%', '%25', '%20', '%F0%9F%93%9A', '_', '%5C', '+'])('is no fault with ?searchTerm=%s', async (term) => {
    expect((await answerOf(reader, `/api/v1/books?searchTerm=${term}`)).status).toBe(200)
  })
})

describe('the other addresses', () => {
  test('GET /api/v1/books/{id} answers one book', async () => {
    const { id } = await aBook({ title: 'Nedjma' })
    expect(await answerOf(reader, `/api/v1/books/${id}`)).toMatchObject({
      status: 200,
      body: { id, title: 'Nedjma', genre: null },
    })
  })

  test.each([NOBODY, 'nonsense', '1', '%00', '%2e%2e%2f', `${NOBODY}%20`, '%E0%A4%A'])(
    'GET /api/v1/books/%s is not found',
    async (id) => {
      const { status, body } = await answerOf(reader, `/api/v1/books/${id}`)
      expect([status, body]).toEqual([404, { code: 'NOT_FOUND', status: 404, message: 'Not Found' }])
    },
  )

  test('GET /api/v1/genres answers all of them', async () => {
    const { status, body } = await answerOf(reader, '/api/v1/genres')
    expect(status).toBe(200)
    expect(body).toMatchObject({ nextCursor: null, total: body.items.length })
    expect(body.total).toBeGreaterThanOrEqual(20)
    expect(Object.keys(body.items[0]).toSorted()).toEqual([
      'bookCount',
      'hue',
      'id',
      'name',
      'names',
      'slug',
      'version',
    ])
  })

  test('GET /api/v1/me returns the caller, without a token', async () => {
    const { id, email, name, onboardedAt } = reader.user
    const { status, body } = await answerOf(reader, '/api/v1/me')
    expect([status, body]).toEqual([
      200,
      {
        id,
        email,
        name,
        role: 'user',
        emailVerified: true,
        isImpersonated: false,
        onboardedAt: onboardedAt?.toISOString(),
      },
    ])
  })

  test.each(['/api/v1/nonsense', '/api/v1/', '/api/v1/books/1/2', '/api/v1/account/onboard'])(
    '%s is not found',
    async (path) => {
      expect(await answerOf(reader, path)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND', status: 404 } })
    },
  )

  test.each(['/api/v1/account/onboard', '/api/v1/book/removeMany', '/api/v1/book/listPage'])(
    'POST %s is not found: it is for pages alone',
    async (path) => {
      expect((await reader.request(path, { method: 'POST', body: {} })).status).toBe(404)
    },
  )
})

describe('every answer of the API', () => {
  test('is for those who may', async () => {
    const [stranger, newcomer] = [await as('stranger'), await as('newcomer')]
    for (const path of ['/api/v1/books', `/api/v1/books/${NOBODY}`, '/api/v1/genres', '/api/v1/me']) {
      expect((await answerOf(stranger, path)).body).toEqual({
        code: 'UNAUTHORIZED',
        status: 401,
        message: 'Please sign in again',
      })
      expect((await answerOf(newcomer, path)).body).toEqual({
        code: 'NOT_ONBOARDED',
        status: 403,
        message: 'Please tell us your name first',
      })
    }
    expect((await answerOf(stranger, '/api/v1/me')).status).toBe(401)
    expect((await answerOf(newcomer, '/api/v1/me')).status).toBe(403)
  })

  test('is not cacheable', async () => {
    for (const path of ['/api/v1/books', '/api/v1/nonsense', '/api/v1/books?limit=0']) {
      expect((await answerOf(reader, path)).headers.get('cache-control')).toBe('no-store')
    }
  })

  test('speaks the language of the cookie, else of the browser', async () => {
    const stranger = await as('stranger')
    const messageFor = async (headers: Record<string, string>) =>
      (await answerOf(stranger, '/api/v1/me', headers)).body.message
    expect(await messageFor({})).toBe('Please sign in again')
    expect(await messageFor({ 'accept-language': 'fr-CH, en;q=0.5' })).toBe('Veuillez vous reconnecter')
    expect(await messageFor({ 'accept-language': 'fr', cookie: 'language=ar' })).toBe('يُرجى تسجيل الدخول من جديد')
    expect(await messageFor({ 'accept-language': 'sw', cookie: 'language=xx' })).toMatch(/ingia/i)
  })

  test('has the language of the calling page, even if another tab has changed it', async () => {
    const stranger = await as('stranger')
    const messageFor = async (language: string) => {
      const headers = { [LANGUAGE_HEADER]: language, 'accept-language': 'sw', cookie: 'language=ar' }
      return (await answerOf(stranger, '/api/v1/me', headers)).body.message
    }
    expect(await messageFor('fr')).toBe('Veuillez vous reconnecter')
    expect(await messageFor('xx')).toBe('يُرجى تسجيل الدخول من جديد')
    expect(await messageFor('')).toBe('يُرجى تسجيل الدخول من جديد')
  })

  test('keeps its language during concurrent requests', async () => {
    const stranger = await as('stranger')
    const languages = ['en', 'fr', 'ar', 'sw']
    const alone = await Promise.all(
      languages.map(
        async (language) => (await answerOf(stranger, '/api/v1/me', { cookie: `language=${language}` })).body.message,
      ),
    )
    expect(new Set(alone).size).toBe(4)
    const many = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        answerOf(stranger, '/api/v1/me', { cookie: `language=${languages[index % 4]}` }),
      ),
    )
    expect(many.map(({ body }) => body.message)).toEqual(many.map((_, index) => alone[index % 4]))
  })

  test('has an id that is in the log, which contains no query', async () => {
    const { headers } = await answerOf(reader, '/api/v1/books?searchTerm=nobody%40example.org')
    const lines = logged.filter(({ requestId }) => requestId === headers.get('x-request-id'))
    expect(lines).toEqual([
      expect.objectContaining({ method: 'GET', path: '/api/v1/books', status: 200, milliseconds: expect.any(Number) }),
    ])
    expect(JSON.stringify(logged)).not.toContain('nobody')
  })
})
