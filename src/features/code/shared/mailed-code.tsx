import { useSuspenseQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { settingsQuery } from '#features/settings/settings.data.ts'
import { m } from '#i18n/paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { FieldNote } from '#ui/form/text-field.tsx'
import { Emphasized, Sentence } from '#ui/sentence.tsx'
import { useAction } from '#ui/use-action.ts'
import { useProblem } from '#ui/form/use-problem.tsx'
import { CodeForm } from './code-form.tsx'

/** Why a code is needed: `mailed` says that one is sent, `kept` does not, where the library sends no email. Each has the address. */
export type CodeReason = Record<'mailed' | 'kept', (parts: { email: string }) => string>

interface MailedCodeProps {
  email: string
  reason: CodeReason
  note?: string | undefined
  send: () => Promise<unknown>
  check: (code: string) => Promise<void>
}

/** Says why a code is needed, mails it on request, or makes it where no email is sent, then asks for it. */
export function MailedCode({ reason, ...form }: MailedCodeProps) {
  const id = useId()
  const { sendsMail } = useSuspenseQuery(settingsQuery).data
  const [isSent, setIsSent] = useState(false)
  const problem = useProblem()
  const { run, isBusy } = useAction(
    async () => {
      await form.send()
      setIsSent(true)
    },
    { problem },
  )
  if (isSent) return <CodeForm {...form} />
  return (
    <>
      <p id={id} className="text-muted">
        <Sentence
          text={sendsMail ? reason.mailed : reason.kept}
          parts={{ email: <Emphasized>{form.email}</Emphasized> }}
        />{' '}
        {sendsMail || m.code_in_outbox()}
      </p>
      <Button autoFocus isBusy={isBusy} aria-describedby={id} className="min-h-12" onClick={() => void run()}>
        {m.account_reauthenticate_send()}
      </Button>
      <FieldNote id={`${id}-note`} error={problem.text} />
    </>
  )
}
