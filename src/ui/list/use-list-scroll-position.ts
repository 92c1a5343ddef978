import { useElementScrollRestoration, useRouter } from '@tanstack/react-router'
import { useLayoutEffect, useState } from 'react'

/**
 * Where the page will stand when it is there, in px: where it was left on the way back, else 0. A place that is not
 * there any more (the page was loaded anew, and the list begins again) becomes the top, and not the list's end.
 */
export function useListScrollPosition(): number {
  const router = useRouter()
  const kept = useElementScrollRestoration({ getElement: () => window })
  const [place] = useState(kept?.scrollY ?? 0)
  useLayoutEffect(() => {
    const leave = router.subscribe('onRendered', () => {
      leave()
      const { scrollHeight, clientHeight } = document.documentElement
      if (place > scrollHeight - clientHeight + 2) window.scrollTo(0, 0)
    })
    return leave
  }, [router, place])
  return place
}
