import { afterEach, expect, test } from 'vitest'
import { requireLending } from '#base/rpc/procedure.server.ts'
import { useDatabase } from '#test/database.ts'
import { librarySettings, setCanLend, storeLibrarySettings } from './library-settings.server.ts'

useDatabase()
afterEach(() => setCanLend(true))

test('Where no floor lends, a library that has decided to lend does not, and has decided so still', async () => {
  setCanLend(false)
  await storeLibrarySettings({ lending: true })
  expect(await librarySettings()).toMatchObject({ lending: false })
  await expect(requireLending()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  setCanLend(true)
  // Another setting is read anew with it.
  await storeLibrarySettings({ loanMemoryDays: 7 })
  expect(await librarySettings()).toMatchObject({ lending: true, loanMemoryDays: 7 })
})
