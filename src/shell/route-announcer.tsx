import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { focusHeading } from '#lib/focus-heading.ts'

/** After a navigation inside the app: focus goes to the new page's heading, on the way back to the link that led away, and its title is read out. */
export function RouteAnnouncer() {
  const router = useRouter()
  const [title, setTitle] = useState('')
  useEffect(() => {
    // Where the last two steps led, which may not have arrived.
    let paths: readonly [string, string] = ['', '']
    const leave = [
      router.subscribe('onBeforeNavigate', ({ toLocation }) => {
        paths = [paths[1], toLocation.pathname]
      }),
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        if (!fromLocation) return
        if (fromLocation.pathname === toLocation.pathname) {
          // Back again before the other page had come.
          if (paths[0] && paths[0] !== toLocation.pathname) focusLinkTo(paths[0])
          return
        }
        setTitle(document.title)
        if (toLocation.state.__TSR_index < fromLocation.state.__TSR_index && focusLinkTo(fromLocation.pathname)) return
        // A page whose field is ready to be typed into has taken the focus itself.
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

/** Gives the focus to a page's link to this path, where the page was left by it; answers whether there is one. */
function focusLinkTo(path: string): boolean {
  const link = document.querySelector<HTMLElement>(`main a[href="${CSS.escape(path)}"]`)
  link?.focus({ preventScroll: true })
  return link !== null
}
