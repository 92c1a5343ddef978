import { useEffect } from 'react'
import { forgetCopy } from '#features/offline/shared/forget-copy.ts'
import { m } from '#i18n/paraglide/messages.js'
import { followConnection } from '#lib/check-connection.ts'
import { connectionLostSince, noteLost, watchConnection } from '#lib/connection.ts'
import { forgetDrafts } from '#lib/saved-drafts.ts'
import { markSignedOut } from '#lib/signed-out-mark.ts'
import { Brand } from '#ui/brand.tsx'

/** Signs a person out on this device, and all its tabs: the server learns it when it is reached (lib/signed-out-mark.ts). */
export async function signOutHere(personId: string): Promise<void> {
  markSignedOut(personId)
  forgetDrafts()
  await forgetCopy()
}

/** Says that nothing of the person is left here, and leads to the sign-in as soon as the server can be reached and told. */
export function SignedOutPage() {
  useEffect(() => {
    noteLost()
    document.title = 'Maktaba'
    void forgetCopy()
    const stops = [
      followConnection(),
      watchConnection(() => {
        if (!connectionLostSince()) location.replace('/login')
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  return (
    <main id="content" className="mx-auto flex w-full max-w-lg flex-col px-6 py-16 sm:py-24">
      <div className="mb-10">
        <Brand />
      </div>
      <h1 className="text-3xl" role="alert">
        {m.signed_out_title()}
      </h1>
      <p className="mt-3 text-muted">{m.signed_out_text()}</p>
    </main>
  )
}
