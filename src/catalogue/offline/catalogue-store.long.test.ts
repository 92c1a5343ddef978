import { expect, test } from 'vitest'
import { eraseCatalogue, openCatalogue, refreshCatalogue } from './catalogue-store.ts'

test('a browser without IndexedDB quietly has no offline catalogue', async () => {
  expect(await refreshCatalogue('01a1fc5f-3ab8-711d-bde4-965ef5d28919')).toEqual({ state: 'unavailable' })
  expect(await openCatalogue('01a1fc5f-3ab8-711d-bde4-965ef5d28919')).toBeUndefined()
  await eraseCatalogue()
})
