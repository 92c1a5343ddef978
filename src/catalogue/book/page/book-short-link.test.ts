import { beforeAll, expect, test } from 'vitest'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { bookRouter } from '../book.router.server.ts'

useDatabase()

const ID = '01a1fc5f-3ab8-711d-bde4-965ef5d28919'

let reader: SignedInCaller
beforeAll(async () => {
  reader = await as('reader')
  await aBook({ id: ID, title: 'Nedjma' })
  // Made in the same millisecond.
  await aBook({ id: '01a1fc5f-3ab8-711d-9d21-0f4b7d6a5e10', title: 'Le polygone étoilé' })
})

const leadsTo = async (id: string) => {
  const error: unknown = await reader.call(bookRouter.get, { id }).catch((cause: unknown) => cause)
  expect(error).toMatchObject({ code: 'NOT_FOUND' })
  return (error as { movedTo?: string }).movedTo
}

test('a link with the beginning of an id leads to its book, on pages alone', async () => {
  for (const id of ['01a1fc5f-3ab8-711d-b', '01A1FC5F-3AB8-711D-BDE4', ID.slice(0, -1)])
    expect(await leadsTo(id)).toBe(ID)
  const answer = await reader.request(`/api/v1/books/${ID.slice(0, -1)}`)
  expect([answer.status, answer.headers.get('location')]).toEqual([404, null])
  expect(await answer.json()).toMatchObject({ code: 'NOT_FOUND' })
})

test.each([
  ['of two books', '01a1fc5f-3ab8-711d'],
  ['of no book', '01a1fc5f-3ab8-811d'],
  ['that is too short', '01a1fc5f-3ab8-711'],
  ['with dashes in other places', '01a1-fc5f3ab8711d-bde4'],
  ['without dashes', '01a1fc5f3ab8711dbde4'],
  ['with more than an id has', `${ID}0`],
  ['with anything else behind it', '01a1fc5f-3ab8-711d%'],
  ['with a character that is none of its digits', '01a1fc5f-3ab8-711g'],
])('a beginning %s leads nowhere', async (_, id) => {
  expect(await leadsTo(id)).toBeUndefined()
})
