import { useRef } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { copyText } from '#base/ui/copy-text.ts'
import { FieldNote } from '#base/ui/form/text-field.tsx'
import { useProblem } from '#base/ui/form/use-problem.tsx'
import { QrCodePicture } from '#base/ui/qr-code-picture.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { CardPaper } from './card-paper.tsx'
import type { GivenSignInCard } from './sign-in-card.schema.ts'

interface CardShownProps {
  given: GivenSignInCard
  /** Name of the holder. */
  name: string
  timeZone: string
  onDone: () => void
  /** Leads to the form for the next user, where users without an address are being added one after the other. */
  onNext: (() => void) | undefined
}

/** Shows a new card, once, to be printed or copied. */
export function CardShown({ given, name, timeZone, onDone, onNext }: CardShownProps) {
  const text = useRef<HTMLElement>(null)
  const problem = useProblem()
  const copy = useAction(() => copyText(given.code, text.current), {
    problem,
    onRefused: () => {
      problem.say(m.account_version_copy_failed())
      return true
    },
    success: m.card_copied(),
  })
  return (
    <>
      <QrCodePicture qr={given.qr} label={m.card_qr()} side={180} className="mx-auto" />
      <code ref={text} dir="ltr" className="text-center font-mono text-xl font-semibold select-all">
        {given.code}
      </code>
      {given.isLocal && <p className="text-sm text-muted">{m.user_invite_local({ button: m.devices_open() })}</p>}
      <FieldNote id="card-copy-note" error={problem.text} />
      <Button autoFocus className="min-h-12" onClick={() => window.print()}>
        {m.card_print()}
      </Button>
      <Button look="second" onClick={() => void copy.run()}>
        {m.card_copy()}
      </Button>
      {onNext && (
        <Button look="second" onClick={onNext}>
          {m.user_add_next()}
        </Button>
      )}
      <Button look="second" onClick={onDone}>
        {m.account_key_done()}
      </Button>
      <CardPaper given={given} name={name} timeZone={timeZone} />
    </>
  )
}
