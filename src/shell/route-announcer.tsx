import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { focusHeading } from '#lib/focus-heading.ts'

/**
 * After a navigation within the app: focuses the new page's heading, or on the way back the link that led away, and
 * announces the title.
 */
export function RouteAnnouncer() {
  const router = useRouter()
  const [title, setTitle] = useState('')
  useEffect(() => {
    // Paths of the last two navigations, which may not have finished.
    let paths: readonly [string, string] = ['', '']
    const leave = [
      router.subscribe('onBeforeNavigate', ({ toLocation }) => {
        paths = [paths[1], toLocation.pathname]
      }),
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        if (!fromLocation) return
        if (fromLocation.pathname === toLocation.pathname) {
          // Went back before the other page was loaded.
          if (paths[0] && paths[0] !== toLocation.pathname) focusLinkTo(paths[0])
          return
        }
        setTitle(document.title)
        if (toLocation.state.__TSR_index < fromLocation.state.__TSR_index && focusLinkTo(fromLocation.pathname)) return
        // A page with an autofocused field has set the focus itself.
        if (!document.activeElement?.matches('main :is(input, textarea)')) focusHeading()
      }),
    ]
    return () => leave.forEach((one) => one())
  }, [router])
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {title}
    </div>
  )
}

/** Focuses the page's link to this path, if the page was left by it; returns whether there is one. */
function focusLinkTo(path: string): boolean {
  const link = document.querySelector<HTMLElement>(`main a[href="${CSS.escape(path)}"]`)
  link?.focus({ preventScroll: true })
  return link !== null
}
