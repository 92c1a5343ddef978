import { useRouter, type ParsedLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { focusHeading } from '#base/lib/form/focus-heading.ts'

/**
 * After a navigation within the app: focuses the new page's heading, or on the way back the link that led away, and
 * announces the title.
 */
export function RouteAnnouncer() {
  const router = useRouter()
  const [title, setTitle] = useState('')
  useEffect(() => {
    // Where the last two navigations led, which may not have finished.
    let targets: readonly (ParsedLocation | undefined)[] = []
    const leave = [
      router.subscribe('onBeforeNavigate', ({ toLocation }) => {
        targets = [targets[1], toLocation]
      }),
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        if (!fromLocation) return
        if (fromLocation.pathname === toLocation.pathname) {
          // The user went back before the next page was loaded.
          if (targets[0] && targets[0].pathname !== toLocation.pathname) focusLinkTo(targets[0])
          return
        }
        setTitle(document.title)
        if (toLocation.state.__TSR_index < fromLocation.state.__TSR_index && focusLinkTo(fromLocation)) return
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

/** Focuses the page's link to where it was left for, or else to its path; returns whether there is one. */
function focusLinkTo({ href, pathname }: ParsedLocation): boolean {
  const link = findLink(href) ?? findLink(pathname)
  link?.focus({ preventScroll: true })
  return link !== null
}

const findLink = (path: string) => document.querySelector<HTMLElement>(`main a[href="${CSS.escape(path)}"]`)
