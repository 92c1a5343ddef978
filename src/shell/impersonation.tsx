import { useQuery } from '@tanstack/react-query'
import { lazyRouteComponent } from '@tanstack/react-router'
import { Suspense } from 'react'
import { currentUserQuery } from '#kit/me/me.data.ts'
import { useSignedOutHere } from './signed-out.tsx'

// A chunk of its own, because few users ever see it.
const ImpersonationBanner = lazyRouteComponent(() => import('./impersonation-banner.tsx'), 'ImpersonationBanner')

/** Loads the banner before a page with it is rendered, so that it is part of the first paint. */
export const loadImpersonation = async (person: { isImpersonated: boolean } | null): Promise<void> => {
  if (person?.isImpersonated) await ImpersonationBanner.preload?.()
}

/** The banner, while a manager impersonates the user: not after a sign-out that the server has still to be told. */
export function Impersonation() {
  // The guards fetch it; this only observes the cache.
  const { data: me } = useQuery({ ...currentUserQuery, enabled: false })
  const isSignedOut = useSignedOutHere()
  if (!me?.isImpersonated || isSignedOut) return null
  return (
    <Suspense>
      <ImpersonationBanner me={me} />
    </Suspense>
  )
}
