import { useQueryClient, type QueryClient } from '@tanstack/react-query'

/** What shows or counts loans and holds, by the first part of its key. */
const SHOWING = ['borrower', 'copy', 'desk', 'book', 'overdue', 'activity', 'dashboard']

/** Refetches what shows or counts loans and holds, after one has changed. */
export const refreshLending = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all(SHOWING.map((key) => queryClient.invalidateQueries({ queryKey: [key] })))

/** `refreshLending` of this browser. */
export function useRefreshLending(): () => Promise<unknown> {
  const queryClient = useQueryClient()
  return () => refreshLending(queryClient)
}
