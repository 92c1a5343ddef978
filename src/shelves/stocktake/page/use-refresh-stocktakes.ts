import { useQueryClient } from '@tanstack/react-query'
import { useRefreshLending } from '#lending/loan/shared/use-refresh-lending.ts'

/** Refetches stock-takings, and what shows copies and loans, after something was put right. */
export function useRefreshStocktakes(): () => Promise<unknown> {
  const queryClient = useQueryClient()
  const refreshLending = useRefreshLending()
  return () => Promise.all([queryClient.invalidateQueries({ queryKey: ['stocktake'] }), refreshLending()])
}
