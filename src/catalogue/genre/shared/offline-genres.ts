import { createOfflineSource } from '#kit/offline/shared/offline-source.ts'
import type { CountedGenre } from '../genre.schema.ts'

/** The genres that this device keeps, all of them; nothing on a device has a version. */
export const offlineGenres = createOfflineSource<{ genres: Omit<CountedGenre, 'version'>[] }>()
