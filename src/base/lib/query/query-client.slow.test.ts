import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AppError } from '#base/errors/app-error.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { makeQueryClient } from './query-client.ts'

/** Times of a query's requests, in milliseconds after the first. */
async function asked(thrown: unknown): Promise<number[]> {
  const moments: number[] = []
  const queryFn = async () => {
    moments.push(performance.now())
    throw thrown
  }
  await expect(makeQueryClient().query({ queryKey: ['any'], queryFn })).rejects.toBe(thrown)
  return moments.map((moment) => moment - moments[0]!)
}

describe('in the browser', () => {
  beforeEach(() => void vi.stubGlobal('document', {}))
  afterEach(() => void vi.unstubAllGlobals())

  test.each([
    ['without an answer', new TypeError('Failed to fetch')],
    ['with a fault of the server', createError('UNKNOWN_ERROR')],
  ])('a query %s is retried twice, after 1,000 ms each', async (_, thrown) => {
    const [, second = 0, third = 0, ...more] = await asked(thrown)
    expect(more).toEqual([])
    for (const distance of [second, third - second]) {
      expect(distance).toBeGreaterThanOrEqual(998)
      expect(distance).toBeLessThan(1200)
    }
  })

  test.each([400, 401, 403, 404, 409, 429])('a query that is refused with %d is not retried', async (status) => {
    expect(await asked(new AppError({ code: 'X', status, message: 'x' }))).toEqual([0])
  })

  test('a mutation is never retried', async () => {
    let calls = 0
    const mutation = makeQueryClient()
      .getMutationCache()
      .build(makeQueryClient(), {
        mutationFn: async () => {
          calls += 1
          throw new TypeError('Failed to fetch')
        },
      })
    await expect(mutation.execute(undefined)).rejects.toThrow('Failed to fetch')
    expect(calls).toBe(1)
  })
})

test('on the server a query is not retried', async () => {
  expect(await asked(createError('UNKNOWN_ERROR'))).toEqual([0])
})
