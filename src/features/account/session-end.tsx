import { useState } from 'react'
import { revokeOtherSessions } from '#auth/calls.ts'
import { deviceWord } from '#i18n/device-word.ts'
import { m } from '#i18n/paraglide/messages.js'
import { fromThrown } from '#lib/app-error.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toastFailure } from '#ui/toast-failure.ts'
import { prepareToast, toast } from '#ui/toast.ts'
import { revokeSession, useRefreshSessions } from './account.data.ts'
import type { MySession } from './account.schema.ts'

/** Ends one of my other sign-ins, after asking; open while there is one. */
export function EndSession({ session, onClose }: { session: MySession | undefined; onClose: () => void }) {
  const refresh = useRefreshSessions()
  const [isBusy, setIsBusy] = useState(false)
  // Its name still stands there while the dialog goes.
  const [last, setLast] = useState(session)
  if (session && session !== last) setLast(session)

  const end = async (id: string) => {
    setIsBusy(true)
    try {
      await revokeSession({ data: { id } }).catch((thrown: unknown) => {
        // It has ended meanwhile, as was wanted.
        if (fromThrown(thrown).code !== 'NOT_FOUND') throw thrown
      })
      await refresh()
      void toast({ type: 'success', title: m.account_session_ended() })
      onClose()
    } catch (thrown) {
      toastFailure(m.account_session_failed(), thrown)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <ConfirmDialog
      isOpen={session !== undefined}
      onClose={onClose}
      title={m.account_session_end_title({ device: last ? deviceWord(last) : '' })}
      text={m.account_session_end_text()}
      action={m.account_sign_out()}
      isBusy={isBusy}
      onConfirm={() => last && void end(last.id)}
    />
  )
}

/** Ends all my other sign-ins, after asking. */
export function EndOthers() {
  const refresh = useRefreshSessions()
  const [isOpen, setIsOpen] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const end = async () => {
    setIsBusy(true)
    try {
      await revokeOtherSessions()
      await refresh()
      void toast({ type: 'success', title: m.account_sessions_ended() })
      setIsOpen(false)
    } catch (thrown) {
      toastFailure(m.account_sessions_failed(), thrown)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      <Button
        look="second"
        className="mt-2 max-sm:w-full"
        onClick={() => {
          prepareToast()
          setIsOpen(true)
        }}
      >
        {m.account_sessions_end()}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={m.account_sessions_end_title()}
        text={m.account_sessions_end_text()}
        action={m.account_sessions_end()}
        isBusy={isBusy}
        onConfirm={() => void end()}
      />
    </>
  )
}
