import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** After a navigation inside the app: focus goes to the new page's heading, on the way back to the link that led away, and its title is read out. */
export function RouteAnnouncer() {
  const router = useRouter()
  const [title, setTitle] = useState('')
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        if (!fromLocation || fromLocation.pathname === toLocation.pathname) return
        setTitle(document.title)
        if (toLocation.state.__TSR_index < fromLocation.state.__TSR_index && focusLinkTo(fromLocation.pathname)) return
        const heading = document.querySelector<HTMLElement>('h1')
        // A page whose field is ready to be typed into has taken the focus itself.
        if (!heading || document.activeElement?.matches('main :is(input, textarea)')) return
        heading.tabIndex = -1
        heading.style.outline = 'none'
        heading.focus({ preventScroll: true })
      }),
    [router],
  )
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
