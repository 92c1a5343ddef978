import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { currentUserQuery, getBan } from '#kit/me/me.data.ts'
import { passkeysQuery } from '#people/passkey/passkey.data.ts'
import { installationQuery } from '#kit/installation/installation.data.ts'
import type { ReauthenticationDialog } from '#people/code/shared/reauthentication-dialog.tsx'
import type { SessionDialog } from '#people/session/shared/session-dialog.tsx'
import { m } from '#base/i18n/paraglide/messages.js'
import { reloadForBuild } from '#base/lib/connection/build-watch.ts'
import { suspectConnection } from '#base/lib/connection/connection.ts'
import { reloadAway } from '#base/lib/form/leave.ts'
import { setReauthenticationAsker, setRefusalListener } from '#base/lib/form/refusal.ts'
import { toast } from '#base/ui/toast/toast.tsx'
import { isBeingTyped, noteTyping } from './unsaved-input.ts'
import type { DemoDialog } from './demo-dialog.tsx'
import { guardDemo } from './demo-guard.ts'
import { watchSubmitKey } from './submit-key.ts'
import { forgetOfflineCatalogue } from '#catalogue/offline/shared/forget-offline-catalogue.ts'
import { watchBuild } from './watch-build.ts'
import { watchSession } from './session-watch.ts'

interface Shown<D> {
  Dialog: D
  isOpen: boolean
}
type ShownSession = Shown<typeof SessionDialog> & {
  email: string | null
  isSignedIn: () => Promise<boolean>
  ban: Awaited<ReturnType<typeof getBan>>
}

type ShownReauthentication = Shown<typeof ReauthenticationDialog> & {
  email: string | null
  settle: (isReauthenticated: boolean) => void
}

const closed = <S extends { isOpen: boolean }>(shown: S | undefined): S | undefined =>
  shown && { ...shown, isOpen: false }

/** Mounted once; opens dialogs for refused calls: 'Demo Mode', a session that has ended, and one that must be confirmed. */
export function RefusalHost() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const [demo, setDemo] = useState<Shown<typeof DemoDialog>>()
  const [session, setSession] = useState<ShownSession>()
  const [reauthentication, setReauthentication] = useState<ShownReauthentication>()
  const isAsking = useRef(false)
  const { isDemo } = useSuspenseQuery(installationQuery).data

  const close = () => {
    isAsking.current = false
    setSession(closed)
  }
  const resume = () => {
    close()
    void toast({ type: 'success', title: m.session_resumed() })
  }

  const onFound = useEffectEvent(() => {
    if (isAsking.current) resume()
  })

  useEffect(() => {
    const showDemo = async () => {
      const { DemoDialog } = await import('./demo-dialog.tsx')
      setDemo({ Dialog: DemoDialog, isOpen: true })
    }
    const ask = async (email: string | null) => {
      if (isAsking.current) return
      isAsking.current = true
      const [{ SessionDialog }, ban] = await Promise.all([
        import('#people/session/shared/session-dialog.tsx'),
        getBan().catch(() => null),
      ])
      setSession({ Dialog: SessionDialog, isOpen: true, email, isSignedIn: watch.look, ban })
    }
    const askToReauthenticate = async (email: string | null | undefined) => {
      if (email === undefined) return false
      const [{ ReauthenticationDialog }] = await Promise.all([
        import('#people/code/shared/reauthentication-dialog.tsx'),
        // Optional: the dialog offers a passkey to those who have one.
        queryClient.query(passkeysQuery).catch(() => undefined),
      ])
      return new Promise<boolean>((resolve) => {
        const settle = (isReauthenticated: boolean) => {
          setReauthentication(closed)
          resolve(isReauthenticated)
        }
        setReauthentication({ Dialog: ReauthenticationDialog, isOpen: true, email, settle })
      })
    }
    const watch = watchSession(router, queryClient, {
      onFound: () => onFound(),
      isAsking: () => isAsking.current,
      onLost: ({ email }) => {
        // Whoever was signed out or banned leaves nothing on this device.
        void forgetOfflineCatalogue()
        if (isBeingTyped()) void ask(email).catch(sayUnauthorized)
        // A reload, so that the guards redirect to the sign-in and no data of the user stay in memory.
        else if (!isAsking.current) reloadAway()
      },
    })
    // Falls back to a toast when the chunk of the dialog cannot be loaded.
    const say = (title: string) => void toast({ type: 'error', title })
    const sayUnauthorized = () => {
      isAsking.current = false
      say(m.error_UNAUTHORIZED())
    }
    const refuseInDemo = () => void showDemo().catch(() => say(m.error_DEMO_MODE()))
    const stopGuard = isDemo ? guardDemo(router.history, refuseInDemo) : undefined
    setRefusalListener(({ code }, { isRead }) => {
      const person = watch.person()
      if (code === 'NEW_BUILD') return reloadForBuild()
      if (code === 'NETWORK') suspectConnection()
      if (code === 'DEMO_MODE') refuseInDemo()
      else if (code !== 'UNAUTHORIZED' || !person) return false
      else if (isRead) void watch.look()
      else void ask(person.email).catch(sayUnauthorized)
      return !isRead
    })
    let asking: Promise<boolean> | undefined
    setReauthenticationAsker(() => {
      asking ??= askToReauthenticate(watch.person()?.email).finally(() => (asking = undefined))
      return asking
    })
    // If the server says that nobody is signed in, the books stored on this device are deleted, for example after the session
    // was ended on another device. If it says nothing, for example while its database is down, they stay.
    if (queryClient.getQueryData(currentUserQuery.queryKey) === null) void forgetOfflineCatalogue()
    const stopNoting = noteTyping()
    const stopSubmitting = watchSubmitKey()
    const stopWatching = watchBuild(router, queryClient, () => watch.person()?.id)
    return () => {
      stopSubmitting()
      stopWatching()
      stopNoting()
      stopGuard?.()
      setRefusalListener(undefined)
      setReauthenticationAsker(undefined)
      watch.stop()
    }
  }, [router, queryClient, isDemo])

  return (
    <>
      {session && <session.Dialog {...session} onClose={close} onResumed={resume} />}
      {reauthentication && <reauthentication.Dialog {...reauthentication} />}
      {demo && <demo.Dialog isOpen={demo.isOpen} onClose={() => setDemo(closed)} />}
    </>
  )
}
