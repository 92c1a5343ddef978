import { useQueryClient } from '@tanstack/react-query'
import type { Noun } from '#lib/noun.ts'
import { NOUNS, type RecordedNoun } from '#nouns.ts'

/** After a change of a noun: what shows or counts it, the activity and the dashboard are loaded anew where they are shown. */
export function useRefresh(name: RecordedNoun): () => Promise<unknown> {
  const queryClient = useQueryClient()
  const { shownBy = [] }: Noun = NOUNS[name]
  return () =>
    Promise.all(
      [name, ...shownBy, 'activity', 'dashboard'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
    )
}
