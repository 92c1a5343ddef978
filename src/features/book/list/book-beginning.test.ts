import { beforeAll, expect, test } from 'vitest'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { bookRouter } from '../book.router.server.ts'

useDatabase()

const ID = '01a1fc5f-3ab8-711d-bde4-965ef5d28919'
/** Made in the same millisecond. */
const OTHER = '01a1fc5f-3ab8-7c3e-9d21-0f4b7d6a5e10'

let reader: SignedInCaller
beforeAll(async () => {
  reader = await as('reader')
  await aBook({ id: ID, title: 'Nedjma' })
  await aBook({ id: OTHER, title: 'Le polygone étoilé' })
  await aBook({ id: '01a1fc5f-3ab9-7000-8000-000000000000', title: 'Alone' })
})

const addressOf = async (id: string) => {
  const response = await reader.request(`/api/v1/books/${id}`)
  const { code, title } = await response.json()
  return [response.status, code ?? title, response.headers.get('location')]
}

test('the only beginning of an id leads to its book, in the API and on its page', async () => {
  for (const id of ['01a1fc5f-3ab8-71', '01a1fc5f3ab8711d', '01A1FC5F-3AB8-711D-BDE4-965EF5D2891'])
    expect(await addressOf(id)).toEqual([308, 'BOOK_ID_SHORT', `/api/v1/books/${ID}`])
  expect(await addressOf('01a1fc5f-3ab9')).toMatchObject([
    308,
    'BOOK_ID_SHORT',
    '/api/v1/books/01a1fc5f-3ab9-7000-8000-000000000000',
  ])
  await expect(reader.call(bookRouter.get, { id: '01a1fc5f-3ab8-7c' })).rejects.toMatchObject({ movedTo: OTHER })
  expect(await addressOf(ID)).toEqual([200, 'Nedjma', null])
})

test.each([
  ['of two books', '01a1fc5f-3ab8-7'],
  ['of no book', '01a1fc5f-3ab8-8'],
  ['that is too short to say when it was made', '01a1fc5f-3ab'],
  ['with dashes in other places', '01a1-fc5f3ab8711d'],
  ['with more than an id has', `${ID}0`],
  ['with anything else behind it', '01a1fc5f-3ab8-711d%'],
  ['with a character that is none of its digits', '01a1fc5f-3ab8-711g'],
])('a beginning %s is not found', async (_, id) => {
  expect(await addressOf(encodeURIComponent(id))).toEqual([404, 'NOT_FOUND', null])
})
