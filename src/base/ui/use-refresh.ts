import { useQueryClient } from '@tanstack/react-query'
import type { Noun } from '#base/lib/noun.ts'
import { NOUNS, type RecordedNoun } from '#nouns.ts'

/** Refetches what shows or counts a noun, the activity and the dashboard, after a change. */
export function useRefresh(name: RecordedNoun): () => Promise<unknown> {
  const queryClient = useQueryClient()
  const { shownBy = [] }: Noun = NOUNS[name]
  return () =>
    Promise.all(
      [name, ...shownBy, 'activity', 'dashboard'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
    )
}
