import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { installationQuery } from '#kit/installation/installation.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { copyText } from '#base/ui/copy-text.ts'
import { Dialog } from '#base/ui/dialog/dialog.tsx'
import { Sentence } from '#base/ui/sentence.tsx'

interface DemoDialogProps {
  isOpen: boolean
  onClose: () => void
}

/** Shown for any change in the read-only demo: why it is refused, and how to get an installation of one's own. */
export function DemoDialog({ isOpen, onClose }: DemoDialogProps) {
  const { contactEmail, starterCommand } = useSuspenseQuery(installationQuery).data
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={m.demo_title()}
      description={m.error_DEMO_MODE()}
      closeLabel={m.common_close()}
    >
      <Starter command={starterCommand} />
      <Contact email={contactEmail} />
      <Button className="mt-2" onClick={onClose}>
        {m.common_close()}
      </Button>
    </Dialog>
  )
}

function Starter({ command }: { command: string }) {
  const text = useRef<HTMLElement>(null)
  const [note, setNote] = useState('')
  const copy = async () => {
    try {
      await copyText(command, text.current)
      setNote(m.demo_copied())
    } catch {
      setNote(m.account_version_copy_failed())
    }
  }
  return (
    <div>
      <p>{m.demo_starter()}</p>
      <div className="mt-2 flex items-center gap-2 rounded-md border border-line bg-surface ps-3.5">
        <code ref={text} dir="ltr" className="min-w-0 flex-1 py-2.5 text-sm break-words">
          {command}
        </code>
        <Button look="ghost" onClick={() => void copy()}>
          {m.account_version_copy()}
        </Button>
      </div>
      <p role="status" className="mt-2 text-sm text-muted empty:hidden">
        {note}
      </p>
    </div>
  )
}

function Contact({ email }: { email: string }) {
  const link = (
    <a href={`mailto:${email}`} dir="ltr" className="font-semibold break-words text-accent underline">
      {email}
    </a>
  )
  return (
    <p>
      <Sentence text={m.demo_contact} parts={{ email: link }} />
    </p>
  )
}
