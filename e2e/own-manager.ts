import { testWith } from './own-server.ts'

/**
 * Tests of a file as the manager of a separate library, so that their changes do not affect counts elsewhere.
 * `settings` and `expected` as for `testWith`.
 */
export const testAsManager = (
  settings: Record<string, string> = {},
  expected: readonly RegExp[] = [],
  { isShared = false } = {},
) =>
  testWith(async () => settings, expected, { isShared }).extend({
    storageState: async ({ server }, use) => use(await server.managerState()),
  })

/**
 * As a manager of a library that the files of a worker share: for journeys that leave things behind which disturb nobody who
 * looks for something of their own. One server for all of them is several seconds less a file.
 */
export const testAsSharedManager = testAsManager({}, [], { isShared: true })
