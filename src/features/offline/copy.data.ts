import { queryOptions } from '@tanstack/react-query'

/** What is known of the copy on this device. */
export interface CopyState {
  count: number
  refreshedAt: Date
}

/** The copy of a person on this device; null without one. */
export const copyQuery = (personId: string) =>
  queryOptions({
    queryKey: ['offline', 'copy', personId],
    queryFn: async (): Promise<CopyState | null> => {
      const { openCatalogue } = await import('./catalogue-store.ts')
      const copy = await openCatalogue(personId)
      return copy ? { count: copy.count, refreshedAt: copy.refreshedAt } : null
    },
    staleTime: 0,
    gcTime: 0,
  })
