import { queryOptions } from '@tanstack/react-query'

/** What is known of the offline catalogue on this device. */
export interface OfflineState {
  count: number
  refreshedAt: Date
}

/** The offline catalogue of a person on this device; null without one. */
export const offlineCatalogueQuery = (personId: string) =>
  queryOptions({
    queryKey: ['offline', 'catalogue', personId],
    queryFn: async (): Promise<OfflineState | null> => {
      const { openCatalogue } = await import('./catalogue-store.ts')
      const catalogue = await openCatalogue(personId)
      return catalogue ? { count: catalogue.count, refreshedAt: catalogue.refreshedAt } : null
    },
    staleTime: 0,
    gcTime: 0,
  })
