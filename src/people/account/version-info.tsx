import { useRef, useState } from 'react'
import type { Installation } from '#kit/installation/installation.schema.ts'
import { formatDateTime } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { copyText } from '#base/ui/copy-text.ts'
import { Dialog } from '#base/ui/dialog/dialog.tsx'
import { FieldNote } from '#base/ui/form/text-field.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { useProblem } from '#base/ui/form/use-problem.tsx'

type Build = Pick<Installation, 'version' | 'commit' | 'builtAt' | 'timeZone'>

/** The version in small print; a click shows the build, to be copied into a report. */
export function VersionInfo({ build }: { build: Build }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="min-h-11 rounded-sm text-[0.8125rem] text-muted underline decoration-line-strong underline-offset-3 hover:text-ink"
        onClick={() => setIsOpen(true)}
      >
        {m.account_version({ version: build.version })}
      </button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={m.account_version_title()}
        closeLabel={m.common_close()}
      >
        <Details build={build} />
      </Dialog>
    </>
  )
}

function Details({ build }: { build: Build }) {
  const text = useRef<HTMLDivElement>(null)
  const problem = useProblem()
  const lines = linesOf(build)

  const copy = useAction(
    () => copyText(lines.map(({ label, value }) => `${label}: ${value}`).join('\n'), text.current),
    {
      problem,
      onRefused: () => {
        problem.say(m.account_version_copy_failed())
        return true
      },
      success: m.account_version_copied(),
    },
  )

  return (
    <>
      <div ref={text}>
        {lines.map(({ label, value }) => (
          <p key={label} className="border-line py-2 not-last:border-b">
            <span className="block text-[0.8125rem] text-muted">
              {label}
              <span className="sr-only">: </span>
            </span>
            <span dir="auto" className="block break-all">
              {value}
            </span>
          </p>
        ))}
      </div>
      <FieldNote id="version-note" error={problem.text} />
      <Button look="second" onClick={() => void copy.run()}>
        {m.account_version_copy()}
      </Button>
    </>
  )
}

function linesOf({ version, commit, builtAt, timeZone }: Build): { label: string; value: string }[] {
  return [
    { label: m.account_version_product(), value: 'Maktaba' },
    { label: m.account_version_number(), value: version },
    ...(commit ? [{ label: m.account_version_commit(), value: commit }] : []),
    ...(builtAt ? [{ label: m.account_version_built(), value: formatDateTime(new Date(builtAt), timeZone) }] : []),
  ]
}
