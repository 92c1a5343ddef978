import { useElementScrollRestoration, useRouter } from '@tanstack/react-router'
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Growing } from './use-growing-list.ts'

/** Where the page was left, in px: on the way back and after a reload; else 0. */
export function useListScrollPosition(): number {
  const restored = useElementScrollRestoration({ getElement: () => window })
  const [position] = useState(restored?.scrollY ?? 0)
  return position
}

/**
 * Finds the place where a list was left when its rows are gone, since the page was loaded anew: loads as many pages as
 * that needs, then scrolls there. Whoever scrolls, taps or presses a key meanwhile stays where they are.
 */
export function useScrollBack({ items, hasMore, loadMore }: Growing<unknown>): void {
  const router = useRouter()
  const position = useListScrollPosition()
  const search = useRef<{ end: () => void; countBefore: number }>(undefined)

  const goOn = useEffectEvent(() => {
    // Does not load again after a page that did not come.
    if (!search.current || search.current.countBefore === items.length) return
    if (position > lastPosition() && hasMore) {
      search.current.countBefore = items.length
      loadMore()
    } else {
      search.current.end()
      window.scrollTo(0, position)
    }
  })

  useLayoutEffect(() => {
    const begin = () => {
      if (position <= lastPosition()) return
      search.current = { end: endAtAct(() => (search.current = undefined)), countBefore: 0 }
      goOn()
    }
    // On a page that was loaded anew nothing more is rendered; on the way back the router scrolls first.
    const isLoaded = router.state.status === 'idle'
    if (isLoaded) begin()
    const leave = isLoaded ? undefined : router.subscribe('onRendered', () => (leave?.(), begin()))
    return () => {
      leave?.()
      search.current?.end()
    }
  }, [router, position])

  useLayoutEffect(() => goOn())
}

/** Calls `onEnd` at the first act of the user, or when the returned function is called. */
function endAtAct(onEnd: () => void): () => void {
  const acts = new AbortController()
  const end = () => {
    acts.abort()
    onEnd()
  }
  for (const act of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    window.addEventListener(act, end, { signal: acts.signal, passive: true })
  return end
}

/** How far the page can be scrolled, in px; browsers round. */
function lastPosition(): number {
  const { scrollHeight, clientHeight } = document.documentElement
  return scrollHeight - clientHeight + 2
}
