import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { followConnection } from '#base/lib/connection/check-connection.ts'
import { connectionLostSince, noteLost, watchConnection } from '#base/lib/connection/connection.ts'
import { forgetDrafts } from '#base/lib/form/saved-drafts.ts'
import { SIGNED_OUT_COOKIE } from '#base/lib/connection/signed-out-mark.ts'
import { installationQuery } from '#kit/installation/installation.data.ts'
import { LibraryBrand } from '#kit/installation/shared/library-brand.tsx'
import { forgetPerson } from '#kit/slice.ts'

/** Seconds; longer than any session lasts that is not used. */
const MAX_AGE = 60 * 24 * 60 * 60

/** Signs a person out on this device, and all its tabs: the server learns it when it is reached (base/lib/connection/signed-out-mark.ts). */
export async function signOutHere(personId: string): Promise<void> {
  // A script cannot delete the session cookie, which is HttpOnly: this cookie tells the server to.
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${SIGNED_OUT_COOKIE}=${personId}; Max-Age=${MAX_AGE}; Path=/; SameSite=Lax${secure}`
  tellTabs()
  forgetDrafts()
  await forgetPerson()
}

/** Tells this tab, and the other tabs, which hear of any change of the storage, of the sign-out. */
function tellTabs(): void {
  dispatchEvent(new StorageEvent('storage', { key: SIGNED_OUT_COOKIE }))
  try {
    localStorage.setItem(SIGNED_OUT_COOKIE, String(Date.now()))
    localStorage.removeItem(SIGNED_OUT_COOKIE)
  } catch {
    // Without storage the other tabs notice the sign-out at their next request.
  }
}

/** Says that nothing of the person is left here, and leads to the sign-in as soon as the server can be reached and told. */
export function SignedOutPage() {
  const queryClient = useQueryClient()
  useEffect(() => {
    noteLost()
    document.title = queryClient.getQueryData(installationQuery.queryKey)?.libraryName ?? 'Maktaba'
    void forgetPerson()
    const stops = [
      followConnection(),
      watchConnection(() => {
        if (!connectionLostSince()) location.replace('/login')
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [queryClient])
  return (
    <main id="content" className="mx-auto flex w-full max-w-lg flex-col px-6 py-16 sm:py-24">
      <div className="mb-10">
        <LibraryBrand />
      </div>
      <div role="alert">
        <h1 className="text-3xl">{m.signed_out_title()}</h1>
      </div>
      <p className="mt-3 text-muted">{m.signed_out_text()}</p>
    </main>
  )
}
