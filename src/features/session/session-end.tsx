import { useState, type RefObject } from 'react'
import { revokeOtherSessions } from '#auth/calls.ts'
import { deviceWord } from '#i18n/device-word.ts'
import { m } from '#i18n/paraglide/messages.js'
import { fromThrown } from '#lib/app-error.ts'
import { leadsToChange } from '#lib/refusal.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toastFailure } from '#ui/toast-failure.ts'
import { prepareToast, toast } from '#ui/toast.ts'
import { useClosing } from '#ui/use-closing.ts'
import { useRefreshSessions } from '#features/account/account-refresh.data.ts'
import { revokeSession } from '#features/account/account.data.ts'
import type { MySession } from '#features/account/account.schema.ts'

interface EndSessionProps {
  session: MySession | undefined
  onClose: () => void
  /** Has the focus afterwards: the button that opened it is gone. */
  heading: RefObject<HTMLElement | null>
}

/** Ends one of my other sign-ins, after asking; open while there is one. */
export function EndSession({ session, onClose, heading }: EndSessionProps) {
  const refresh = useRefreshSessions()
  const [isBusy, setIsBusy] = useState(false)
  // Its name still stands there while the dialog goes.
  const [last, setLast] = useState(session)
  if (session && session !== last) setLast(session)
  const { lastFocus, close } = useClosing(onClose)

  const end = async (id: string) => {
    setIsBusy(true)
    try {
      await revokeSession({ data: { id } }).catch((thrown: unknown) => {
        // It has ended meanwhile, as was wanted.
        if (fromThrown(thrown).code !== 'NOT_FOUND') throw thrown
      })
      await refresh()
      void toast({ type: 'success', title: m.account_session_ended() })
      close(heading.current)
    } catch (thrown) {
      toastFailure(m.account_session_failed(), thrown)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <ConfirmDialog
      isOpen={session !== undefined}
      onClose={() => close()}
      lastFocus={lastFocus}
      title={m.account_session_end_title({ device: last ? deviceWord(last) : '' })}
      text={m.account_session_end_text()}
      action={m.account_sign_out()}
      isBusy={isBusy}
      onConfirm={() => last && void end(last.id)}
    />
  )
}

/** Ends all my other sign-ins, after asking. */
export function EndOthers({ heading }: Pick<EndSessionProps, 'heading'>) {
  const refresh = useRefreshSessions()
  const [isOpen, setIsOpen] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const { lastFocus, close } = useClosing(() => setIsOpen(false))
  const end = async () => {
    setIsBusy(true)
    try {
      await revokeOtherSessions()
      close(heading.current)
      await refresh()
      void toast({ type: 'success', title: m.account_sessions_ended() })
    } catch (thrown) {
      toastFailure(m.account_sessions_failed(), thrown)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      <Button
        {...leadsToChange}
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
        onClose={() => close()}
        lastFocus={lastFocus}
        title={m.account_sessions_end_title()}
        text={m.account_sessions_end_text()}
        action={m.account_sessions_end()}
        isBusy={isBusy}
        onConfirm={() => void end()}
      />
    </>
  )
}
