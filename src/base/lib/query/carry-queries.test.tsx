import { createMemoryHistory, createRootRoute, createRouter, type AnyRouter } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { carryQueries } from './carry-queries.tsx'
import { makeQueryClient } from './query-client.ts'

function cacheOf(isServer: boolean) {
  const queryClient = makeQueryClient()
  const router: AnyRouter = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory(),
    isServer: true,
  })
  // There is no window here that a browser's router would look for.
  router.isServer = isServer
  carryQueries(router, queryClient)
  return { queryClient, options: router.options }
}

test('the browser begins with what the server was answered, at the time of the answer, and with what failed', async () => {
  const server = cacheOf(true)
  const key = ['book', 'summaries', { searchTerm: '', genreId: undefined }]
  server.queryClient.setQueryData(
    key,
    { pages: [{ items: ['Les Misérables'] }], pageParams: [null] },
    { updatedAt: 1000 },
  )
  const fails = { queryKey: ['genre'], queryFn: () => Promise.reject(new Error('gone')) }
  await expect(server.queryClient.query(fails)).rejects.toThrow('gone')
  const carried: unknown = await server.options.dehydrate?.()
  // Filters that are not set take no bytes.
  expect(Object(carried).answered[0][0]).toStrictEqual(['book', 'summaries', { searchTerm: '' }])

  const browser = cacheOf(false)
  await browser.options.hydrate?.(carried)

  const [books, genres] = [key, ['genre']].map((queryKey) => browser.queryClient.getQueryCache().find({ queryKey }))
  expect(books?.state).toEqual(server.queryClient.getQueryState(key))
  expect(genres?.state).toMatchObject({ status: 'error', fetchStatus: 'idle', error: new Error('gone') })
})

test('what nobody has answered yet is left to the browser', async () => {
  const { queryClient, options } = cacheOf(true)
  void queryClient.query({ queryKey: ['slow'], queryFn: () => Promise.withResolvers<string>().promise })
  expect(await options.dehydrate?.()).toEqual({ answered: [], failed: [] })
})
