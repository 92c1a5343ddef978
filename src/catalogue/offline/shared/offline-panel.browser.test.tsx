import { queryOptions } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { m } from '#base/i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { outcomeOfFailure } from '../catalogue-store.ts'
import { OfflinePanel } from './offline-panel.tsx'
import { storeOfflineCatalogue } from './store-offline-catalogue.ts'

vi.mock('../offline.data.ts', () => ({
  offlineCatalogueQuery: () => queryOptions({ queryKey: ['offline'], queryFn: () => null }),
}))
vi.mock('./store-offline-catalogue.ts', () => ({
  canStoreOfflineCatalogue: () => true,
  storeOfflineCatalogue: vi.fn(),
}))

test('A device without room says so, and the books can be asked for again', async () => {
  vi.mocked(storeOfflineCatalogue).mockResolvedValue(outcomeOfFailure(new DOMException('full', 'QuotaExceededError')))
  await renderPage(<OfflinePanel owner={{ personId: 'amina', build: '1', look: '' }} timeZone="UTC" />)
  const keep = page.getByRole('button', { name: m.offline_keep() })
  await userEvent.click(keep)
  await expect.element(page.getByText(m.offline_no_room())).toBeVisible()
  await expect.element(keep).toBeVisible()
})
