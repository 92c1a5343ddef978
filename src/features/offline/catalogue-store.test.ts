import { expect, test } from 'vitest'
import { eraseCatalogue, openCatalogue, refreshCatalogue, type CatalogueQuery } from './catalogue-store.ts'

test('a browser without IndexedDB quietly has no copy', async () => {
  const query: CatalogueQuery = { search: 'nedjma', limit: 20 }
  expect(await refreshCatalogue('01a1fc5f-3ab8-711d-bde4-965ef5d28919')).toEqual({ state: 'unavailable' })
  const catalogue = await openCatalogue('01a1fc5f-3ab8-711d-bde4-965ef5d28919')
  expect(catalogue?.list(query)).toBeUndefined()
  await eraseCatalogue()
})
