import { useRef } from 'react'
import { formatBytes } from '#base/i18n/format.ts'
import { sendingWords } from '#base/ui/sending-words.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { UPLOAD_LIMIT } from '#base/lib/stored-upload.ts'
import { Button } from '#base/ui/button.tsx'
import { useFileDrop } from '#base/ui/form/use-file-drop.ts'
import { ManagerIcon } from '#base/ui/manager-icon.tsx'
import { ProgressBar } from '#base/ui/state/progress-bar.tsx'
import { Sentence } from '#base/ui/sentence.tsx'
import type { RecordedNoun } from '#nouns.ts'
import { useSendFile, type Sending } from './use-send-file.ts'

interface DropZoneProps {
  /** The noun that the rows are; without it that is recognised. */
  about?: RecordedNoun
  title: string
  text: string
  /** Shown also while no file is dragged over the page or sent. */
  isOpen?: boolean
  className?: string
}

/** Where a file is dropped or chosen, and sent. It can be dropped anywhere on the page. */
export function DropZone({ about, title, text, isOpen = true, className = '' }: DropZoneProps) {
  const { sending, problem, send, cancel, refuse } = useSendFile(about)
  const booksIn = problem?.booksIn
  const input = useRef<HTMLInputElement>(null)
  const take = (files: FileList | null | undefined) => {
    const [file, ...others] = files ?? []
    if (!file || sending) return
    if (others.length > 0) refuse(m.import_one_file())
    else if (file.size > UPLOAD_LIMIT)
      refuse(
        m.import_too_large({ filename: file.name, size: formatBytes(file.size), limit: formatBytes(UPLOAD_LIMIT) }),
      )
    else void send(file)
  }
  const isOver = useFileDrop(take)
  if (!isOpen && !isOver && !sending && !problem) return null
  return (
    <div
      className={`${className} rounded-lg border-2 border-dashed px-5 py-7 transition-colors duration-150 sm:py-9 ${isOver ? 'border-accent bg-accent-soft' : 'border-line-strong bg-raised'}`}
    >
      {sending ? (
        <SendingFile sending={sending} onCancel={cancel} />
      ) : (
        <div className="flex flex-col items-start gap-3 sm:flex-row sm:items-center sm:gap-5">
          <span className="grid size-12 flex-none place-items-center rounded-full bg-accent-soft text-accent max-sm:hidden">
            <ManagerIcon name="import" className="size-6" />
          </span>
          <div className="min-w-0 flex-1">
            <h2 className="text-lg max-sm:hidden">{title}</h2>
            <p className="text-pretty text-muted sm:mt-0.5">{text}</p>
          </div>
          <Button {...blockedInDemo} className="max-sm:w-full" onClick={() => input.current?.click()}>
            {m.import_choose()}
          </Button>
        </div>
      )}
      {/* Any file: what it is, its bytes say, not its name. */}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={m.import_choose()}
        onChange={({ target }) => {
          take(target.files)
          // The same file can be chosen again.
          target.value = ''
        }}
      />
      <p role="alert" className="mt-4 font-medium [overflow-wrap:anywhere] text-danger empty:hidden">
        {problem?.filename === undefined ? (
          problem?.text
        ) : (
          <Sentence text={m.error_field} parts={{ field: <bdi>{problem.filename}</bdi>, problem: problem.text }} />
        )}
      </p>
      {booksIn && (
        <Button className="mt-3 max-sm:w-full" onClick={() => void send(booksIn, true)}>
          {m.import_as_books()}
        </Button>
      )}
    </div>
  )
}

function SendingFile({ sending: { file, sent, isCut = false }, onCancel }: { sending: Sending; onCancel: () => void }) {
  const isSent = sent >= file.size
  const { label: sending, text } = sendingWords({ file, sent })
  const label = isSent ? m.import_reading({ filename: file.name }) : sending
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <div className="min-w-0 flex-1 basis-64">
        <p role="status" dir="auto" className="font-semibold [overflow-wrap:anywhere]">
          {label}
        </p>
        <p role="status" className="text-pretty text-warning">
          {isCut && m.import_resending()}
        </p>
        <ProgressBar label={label} share={isSent ? undefined : sent / file.size} text={text} className="mt-2" />
        <p aria-hidden="true" className="mt-1.5 text-sm text-muted tabular-nums">
          {text}
        </p>
      </div>
      <Button look="second" autoFocus onClick={onCancel}>
        {m.common_cancel()}
      </Button>
    </div>
  )
}
