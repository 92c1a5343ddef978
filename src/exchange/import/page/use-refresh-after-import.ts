import { useEffect, useRef } from 'react'
import { useRefresh } from '#base/ui/use-refresh.ts'
import type { RecordedNoun } from '#nouns.ts'
import type { ImportListItem } from '../import.schema.ts'

/** Fetches again what shows the noun when one of these imports has ended, or was undone. */
export function useRefreshAfterImport(
  items: readonly Pick<ImportListItem, 'id' | 'state'>[],
  noun: RecordedNoun = 'book',
): void {
  const refresh = useRefresh(noun)
  const running = useRef(new Set<string>())
  useEffect(() => {
    const before = running.current
    running.current = new Set(items.filter(({ state }) => state === 'running').map(({ id }) => id))
    if ([...before].some((id) => !running.current.has(id))) void refresh()
  })
}
