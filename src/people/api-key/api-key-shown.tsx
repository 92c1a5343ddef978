import { useId, useRef } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { copyText } from '#base/ui/copy-text.ts'
import { FieldNote } from '#base/ui/form/text-field.tsx'
import { Sentence } from '#base/ui/sentence.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { useProblem } from '#base/ui/form/use-problem.tsx'
import type { MadeKey } from './api-key.schema.ts'

interface KeyShownProps {
  made: MadeKey
  isCopied: boolean
  /** Also called when the key was copied by hand. */
  onCopied: () => void
  onDone: () => void
}

/** Shows the new key, once, to be copied. */
export function KeyShown({ made, isCopied, onCopied, onDone }: KeyShownProps) {
  const id = useId()
  const text = useRef<HTMLElement>(null)
  const problem = useProblem()

  const copy = useAction(
    async () => {
      await copyText(made.key, text.current)
      onCopied()
    },
    {
      problem,
      onRefused: () => {
        problem.say(m.account_version_copy_failed())
        return true
      },
      success: m.account_key_copied(),
    },
  )

  return (
    <>
      <p id={id} className="text-pretty text-muted">
        <Sentence
          text={m.account_key_made_text}
          parts={{ name: <bdi className="font-semibold break-words text-ink">{made.name}</bdi> }}
        />
      </p>
      <code
        ref={text}
        dir="ltr"
        onCopy={onCopied}
        className="block rounded-md border border-line bg-surface px-3.5 py-3 font-mono text-sm break-all select-all"
      >
        {made.key}
      </code>
      <FieldNote id={`${id}-note`} error={problem.text} />
      <Button
        autoFocus
        look={isCopied ? 'second' : 'primary'}
        aria-describedby={id}
        className="min-h-12"
        onClick={() => void copy.run()}
      >
        {m.account_key_copy()}
      </Button>
      <Button look={isCopied ? 'primary' : 'second'} className="min-h-12" onClick={onDone}>
        {m.account_key_done()}
      </Button>
    </>
  )
}

/** Asks for confirmation before a key that was not copied is discarded. */
export function DiscardKey({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const id = useId()
  return (
    <>
      <p id={id} className="text-pretty text-muted">
        {m.account_key_lose_text()}
      </p>
      {/* The safe choice comes first. */}
      <Button autoFocus aria-describedby={id} className="min-h-12" onClick={onStay}>
        {m.account_key_lose_stay()}
      </Button>
      <Button look="second" className="min-h-12 text-danger" onClick={onLeave}>
        {m.account_key_lose_leave()}
      </Button>
    </>
  )
}
