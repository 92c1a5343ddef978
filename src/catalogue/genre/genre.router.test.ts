import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, theGenre } from '#test/factories.ts'
import { genreRouter } from './genre.router.server.ts'

useDatabase()
beforeEach(async () => void (await db.delete(book)))

describe('genres', () => {
  test('are listed by name with the number of their books', async () => {
    const poetry = await theGenre('poetry')
    await aBook({ genreId: poetry.id })
    await aBook({ genreId: poetry.id })
    await aBook({ genreId: null })
    const reader = await as('reader')
    const { items: list } = await reader.call(genreRouter.list, undefined)
    expect(list.length).toBeGreaterThanOrEqual(20)
    expect(list.map(({ name }) => name)).toEqual(list.map(({ name }) => name).toSorted((a, b) => (a < b ? -1 : 1)))
    expect(list.find(({ id }) => id === poetry.id)).toEqual({
      id: poetry.id,
      name: 'Poetry',
      slug: 'poetry',
      names: null,
      hue: 310,
      bookCount: 2,
      version: 1,
    })
    expect(list.reduce((sum, { bookCount }) => sum + bookCount, 0)).toBe(2)
  })

  test('need a signed-in user with a name', async () => {
    const [stranger, newcomer] = [await as('stranger'), await as('newcomer')]
    await expect(stranger.call(genreRouter.list, undefined)).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      status: 401,
    })
    await expect(newcomer.call(genreRouter.list, undefined)).rejects.toMatchObject({
      code: 'NOT_ONBOARDED',
      status: 403,
    })
  })
})
