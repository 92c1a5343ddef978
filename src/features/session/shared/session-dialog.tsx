import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useId } from 'react'
import { sendCode, signInWithCode } from '#auth/browser/calls.ts'
import type { BanNotice } from '#auth/session/ban.schema.ts'
import { MailedCode } from '#features/code/shared/mailed-code.tsx'
import { settingsQuery } from '#features/settings/settings.data.ts'
import { banSentences } from '#i18n/ban-words.ts'
import { m } from '#i18n/paraglide/messages.js'
import { Button, buttonClass } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FieldNote } from '#ui/form/text-field.tsx'
import { useProblem } from '#ui/form/use-problem.tsx'
import { useAction } from '#ui/use-action.ts'

interface SessionDialogProps {
  isOpen: boolean
  onClose: () => void
  /** Whose session has ended. */
  email: string
  /** Whether they are signed in again. */
  look: () => Promise<boolean>
  /** Why it has ended, where a ban has done it: nothing can be taken up again. */
  ban: BanNotice | null
  onResumed: () => void
}

/** Over a page whose session has ended: signs the same person in again, and leaves what was typed there. */
export function SessionDialog({ isOpen, onClose, email, look, ban, onResumed }: SessionDialogProps) {
  const { isDemo, captcha, timeZone, contactEmail } = useSuspenseQuery(settingsQuery).data
  const here = useLocation({ select: ({ href }) => href })
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
        <Elsewhere look={look} />
      ) : (
        <MailedCode
          email={email}
          reason={(part) => m.session_send_text({ email: part })}
          send={() => sendCode(email)}
          check={async (code) => {
            await signInWithCode(email, code)
            onResumed()
          }}
        />
      )}
      <a
        href={`/login?${new URLSearchParams({ redirect: here })}`}
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

/** Where a sign-in takes more than a code: it is done in another tab, of which this page hears. */
function Elsewhere({ look }: Pick<SessionDialogProps, 'look'>) {
  const id = useId()
  const problem = useProblem()
  const check = useAction(async () => (await look()) || problem.say(m.session_not_yet()), { problem })
  return (
    <>
      <a href="/login" target="_blank" className={buttonClass('primary', 'h-12')}>
        {m.session_elsewhere()}
      </a>
      <Button look="second" isBusy={check.isBusy} className="h-12" onClick={() => void check.run()}>
        {m.session_done()}
      </Button>
      <FieldNote id={id} error={problem.text} />
    </>
  )
}
