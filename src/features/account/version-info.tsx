import { useRef, useState } from 'react'
import type { Settings } from '#features/settings/settings.schema.ts'
import { formatDateTime } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FieldNote } from '#ui/text-field.tsx'
import { prepareToast, toast } from '#ui/toast.ts'

export type Build = Pick<Settings, 'version' | 'commit' | 'builtAt' | 'timeZone'>

/** The version in small; a press shows which build it is, to be copied into a report. */
export function VersionInfo({ build }: { build: Build }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="min-h-11 rounded-sm text-[0.8125rem] text-muted underline decoration-line-strong underline-offset-3 hover:text-ink"
        onClick={() => {
          prepareToast()
          setIsOpen(true)
        }}
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
  const [error, setError] = useState<string>()
  const lines = linesOf(build)

  const copy = async () => {
    setError(undefined)
    try {
      await navigator.clipboard.writeText(lines.map(({ label, value }) => `${label}: ${value}`).join('\n'))
      void toast({ type: 'success', title: m.account_version_copied() })
    } catch {
      // No clipboard without https, or it is forbidden.
      if (text.current) getSelection()?.selectAllChildren(text.current)
      setError(m.account_version_copy_failed())
    }
  }

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
      <FieldNote id="version-note" error={error} />
      <Button look="second" onClick={() => void copy()}>
        {m.account_version_copy()}
      </Button>
    </>
  )
}

function linesOf({ version, commit, builtAt, timeZone }: Build): { label: string; value: string }[] {
  return [
    { label: m.account_version_number(), value: version },
    ...(commit ? [{ label: m.account_version_commit(), value: commit }] : []),
    ...(builtAt ? [{ label: m.account_version_built(), value: formatDateTime(new Date(builtAt), timeZone) }] : []),
  ]
}
