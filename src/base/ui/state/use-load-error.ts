import { useState } from 'react'

/** What is needed of a query that has no data, to say why and to ask again. */
export interface UnloadedQuery {
  error: Error | null
  isFetching: boolean
  refetch: () => Promise<unknown>
}

/**
 * Why a query has no data, also while it is asked again, when it has no error: what says so stays then, with the button
 * that has the focus.
 */
export function useLoadError({ error }: UnloadedQuery): Error | null {
  const [last, setLast] = useState(error)
  if (error && error !== last) setLast(error)
  return error ?? last
}
