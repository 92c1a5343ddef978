import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { RecordedNoun } from '#nouns.ts'
import { useRefresh } from '#base/ui/use-refresh.ts'

const MINUTE = 60_000

/** Nouns with a page for each of their rows. */
export type PagedNoun = Exclude<RecordedNoun, 'genre' | 'copy'>

/** The key of a row in the cache of queries. */
const rowKey = (kind: RecordedNoun, id: string) => [kind, 'get', id]

/** One row of a noun. */
export const rowQuery = <Row>(kind: PagedNoun, id: string, get: () => Promise<Row>) =>
  queryOptions({ queryKey: rowKey(kind, id), queryFn: get, staleTime: MINUTE })

/** What a change of a row does to the cache: what shows it is loaded again. */
export function useRowCache(kind: RecordedNoun) {
  const queryClient = useQueryClient()
  const refresh = useRefresh(kind)
  return {
    /** After a save: the row is there at once. */
    saved: (row?: { id: string }) => {
      if (row) queryClient.setQueryData(rowKey(kind, row.id), row)
      return refresh()
    },
    /** After a deletion. Leave the page of the row first: it would load it again. */
    forget: (id: string) => {
      queryClient.removeQueries({ queryKey: rowKey(kind, id) })
      return refresh()
    },
  }
}
