import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** After a navigation inside the app: focus goes to the new page's heading, and its title is read out. */
export function RouteAnnouncer() {
  const router = useRouter()
  const [title, setTitle] = useState('')
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        if (!fromLocation || fromLocation.pathname === toLocation.pathname) return
        setTitle(document.title)
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
