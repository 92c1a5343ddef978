import { useQuery } from '@tanstack/react-query'
import { lazyRouteComponent } from '@tanstack/react-router'
import { Suspense } from 'react'
import { currentUserQuery } from '#features/account/account.data.ts'

// Hardly anybody ever sees it: a first visit comes without it.
const ImpersonationBanner = lazyRouteComponent(() => import('./impersonation-banner.tsx'), 'ImpersonationBanner')

/** Loads the banner before a page is rendered that shows it: it stands there from the first paint on. */
export const loadImpersonation = async (person: { isImpersonated: boolean } | null): Promise<void> => {
  if (person?.isImpersonated) await ImpersonationBanner.preload?.()
}

/** The banner, while this page's person is seen by a manager. */
export function Impersonation() {
  // The guards have asked already; this only follows.
  const { data: me } = useQuery({ ...currentUserQuery, enabled: false })
  if (!me?.isImpersonated) return null
  return (
    <Suspense>
      <ImpersonationBanner me={me} />
    </Suspense>
  )
}
