import type { PageSlice } from '#kit/slice.ts'
import { devicePanels } from '#people/account/account.slots.ts'
import { offlineBooks } from './book/shared/offline-books.ts'
import { hueSamples } from './genre/genre.slots.ts'
import { offlineGenres } from './genre/shared/offline-genres.ts'
import { forgetOfflineCatalogue } from './offline/shared/forget-offline-catalogue.ts'
import { openOfflineCatalogue } from './offline/shared/open-offline-catalogue.ts'

/** What the books contribute to pages of people, and the offline catalogue to those of books and genres. */
export const cataloguePages: PageSlice = {
  parts: [
    devicePanels.with(async () => ({ Part: (await import('./offline/shared/offline-panel.tsx')).OfflineBooks })),
    hueSamples.with(async () => ({ Part: (await import('./book/cover-samples.tsx')).CoverSamples })),
    offlineBooks.with(openOfflineCatalogue),
    offlineGenres.with(openOfflineCatalogue),
  ],
  forget: forgetOfflineCatalogue,
}
