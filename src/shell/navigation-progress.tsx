import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * Shows within 100 ms that a page is loading: a thin bar on top, and the pressed link stays pressed (`data-pressed`,
 * styles.css). Not announced to screen readers: RouteAnnouncer announces the page once it is shown.
 */
export function NavigationProgress() {
  const router = useRouter()
  const isOnTheWay = useRouterState({ select: ({ isLoading }) => isLoading })
  useEffect(() => {
    let link: HTMLElement | null = null
    const note = ({ target }: MouseEvent) => {
      link = target instanceof Element ? target.closest<HTMLElement>('a[href]') : null
    }
    const release = () =>
      document.querySelectorAll('[data-pressed]').forEach((one) => one.removeAttribute('data-pressed'))
    const leave = [
      router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && link?.setAttribute('data-pressed', '')),
      router.subscribe('onResolved', release),
    ]
    document.addEventListener('click', note, true)
    return () => {
      document.removeEventListener('click', note, true)
      leave.forEach((one) => one())
    }
  }, [router])
  return isOnTheWay && <div aria-hidden="true" className="navigation-progress" />
}
