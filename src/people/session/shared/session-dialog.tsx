import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useId } from 'react'
import { sendCode, signInWithCode } from '#base/auth/browser/calls.ts'
import type { BanNotice } from '#base/auth/session/ban.schema.ts'
import { MailedCode } from '#people/code/shared/mailed-code.tsx'
import { PasskeySignIn } from '#people/passkey/shared/passkey-sign-in.tsx'
import { installationQuery } from '#kit/installation/installation.data.ts'
import { banSentences } from '#base/i18n/ban-words.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button, buttonClass } from '#base/ui/button.tsx'
import { Dialog } from '#base/ui/dialog/dialog.tsx'
import { FieldNote } from '#base/ui/form/text-field.tsx'
import { useProblem } from '#base/ui/form/use-problem.tsx'
import { useAction } from '#base/ui/use-action.ts'

interface SessionDialogProps {
  isOpen: boolean
  onClose: () => void
  /** Address of the user whose session has ended; null for one without. */
  email: string | null
  /** Checks whether the user is signed in again. */
  isSignedIn: () => Promise<boolean>
  /** The ban that ended the session: it cannot be resumed. */
  ban: BanNotice | null
  onResumed: () => void
}

/** Opens over a page whose session has ended: signs the same user in again without losing unsaved input. */
export function SessionDialog({ isOpen, onClose, email, isSignedIn, ban, onResumed }: SessionDialogProps) {
  const { isDemo, captcha, timeZone, contactEmail, hasPasskeys } = useSuspenseQuery(installationQuery).data
  const currentUrl = useLocation({ select: ({ href }) => href })
  return (
    <Dialog
      isAlert
      isOpen={isOpen}
      onClose={onClose}
      title={ban ? m.error_BANNED_USER() : m.error_UNAUTHORIZED()}
      description={ban ? banSentences(ban, timeZone, contactEmail).join(' ') : m.session_text()}
      closeLabel={m.common_close()}
    >
      {ban ? null : isDemo || captcha ? (
        <SignInInAnotherTab isSignedIn={isSignedIn} />
      ) : (
        <>
          {hasPasskeys && <PasskeySignIn onSignedIn={async () => onResumed()} />}
          {email !== null && (
            <MailedCode
              email={email}
              reason={{ mailed: m.session_send_text, kept: m.session_kept_text }}
              send={() => sendCode(email)}
              check={async (code) => {
                await signInWithCode(email, code)
                onResumed()
              }}
            />
          )}
        </>
      )}
      <a
        href={`/login?${new URLSearchParams({ redirect: currentUrl })}`}
        className="inline-flex min-h-11 items-center self-start rounded-sm font-semibold text-accent"
      >
        {m.session_other()}
      </a>
      <Button look="second" onClick={onClose}>
        {m.common_close()}
      </Button>
    </Dialog>
  )
}

/** For a sign-in that needs more than a code: done in another tab, then checked here. */
function SignInInAnotherTab({ isSignedIn }: Pick<SessionDialogProps, 'isSignedIn'>) {
  const id = useId()
  const problem = useProblem()
  const check = useAction(async () => (await isSignedIn()) || problem.say(m.session_not_yet()), { problem })
  return (
    <>
      <a href="/login" target="_blank" className={buttonClass('primary', 'min-h-12')}>
        {m.session_elsewhere()}
      </a>
      <Button look="second" isBusy={check.isBusy} className="min-h-12" onClick={() => void check.run()}>
        {m.session_done()}
      </Button>
      <FieldNote id={id} error={problem.text} />
    </>
  )
}
