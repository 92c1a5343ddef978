import { useEffect, useState } from 'react'
import type * as marked from '#base/lib/search/highlight.ts'

type Marking = typeof marked

let loaded: Marking | undefined
const load = async (): Promise<Marking> => (loaded = await import('#base/lib/search/highlight.ts'))

/** What marks hits, fetched at the first search: a visit without one does not pay for it. Until it has come, nothing is marked. */
function useMarking(isWanted: boolean): Marking | undefined {
  const [marking, setMarking] = useState(loaded)
  useEffect(() => {
    // Without marks a list can be read as well.
    if (isWanted && !marking) load().then(setMarking, () => undefined)
  }, [isWanted, marking])
  return isWanted ? marking : undefined
}

/** A text with the words that the search found in it marked; the element around it keeps its `dir`. */
export function HighlightedText({ text, searchTerm }: { text: string; searchTerm: string }) {
  const marking = useMarking(searchTerm !== '')
  if (!marking) return text
  return marking
    .highlight(text, searchTerm)
    .map((stretch) => (stretch.isHit ? <mark key={stretch.start}>{stretch.text}</mark> : stretch.text))
}
