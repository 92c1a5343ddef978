import { useSuspenseQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { installationQuery } from '#kit/installation/installation.data.ts'
import { KeptCodeNote } from '#kit/installation/shared/kept-code-note.tsx'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { FieldNote } from '#base/ui/form/text-field.tsx'
import { Emphasized, Sentence } from '#base/ui/sentence.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { useProblem } from '#base/ui/form/use-problem.tsx'
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
  const { sendsMail } = useSuspenseQuery(installationQuery).data
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
        {sendsMail || <KeptCodeNote />}
      </p>
      <Button autoFocus isBusy={isBusy} aria-describedby={id} className="min-h-12" onClick={() => void run()}>
        {m.account_reauthenticate_send()}
      </Button>
      <FieldNote id={`${id}-note`} error={problem.text} />
    </>
  )
}
