import { useRef } from 'react'
import { formatBytes } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { blockedInDemo } from '#lib/form/refusal.ts'
import { UPLOAD_LIMIT } from '#lib/stored-upload.ts'
import { Button } from '#ui/button.tsx'
import { useFileDrop } from '#ui/form/use-file-drop.ts'
import { ManagerIcon } from '#ui/manager-icon.tsx'
import { ProgressBar } from '#ui/state/progress-bar.tsx'
import { Sentence } from '#ui/sentence.tsx'
import { useSendFile, type Sending } from './use-send-file.ts'

/** Where a file is dropped or chosen, and sent. It can be dropped anywhere on the page. */
export function DropZone() {
  const { sending, problem, send, cancel, refuse } = useSendFile()
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
  return (
    <div
      className={`rounded-lg border-2 border-dashed px-5 py-7 transition-colors duration-150 sm:py-9 ${isOver ? 'border-accent bg-accent-soft' : 'border-line-strong bg-raised'}`}
    >
      {sending ? (
        <SendingFile sending={sending} onCancel={cancel} />
      ) : (
        <div className="flex flex-col items-start gap-3 sm:flex-row sm:items-center sm:gap-5">
          <span className="grid size-12 flex-none place-items-center rounded-full bg-accent-soft text-accent max-sm:hidden">
            <ManagerIcon name="import" className="size-6" />
          </span>
          <div className="min-w-0 flex-1">
            <h2 className="text-lg max-sm:hidden">{m.import_drop()}</h2>
            <p className="text-pretty text-muted sm:mt-0.5">{m.import_takes({ size: formatBytes(UPLOAD_LIMIT) })}</p>
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
    </div>
  )
}

function SendingFile({ sending: { file, sent, isCut = false }, onCancel }: { sending: Sending; onCancel: () => void }) {
  const isSent = sent >= file.size
  const text = m.import_sent({ sent: formatBytes(sent), total: formatBytes(file.size) })
  const label = isSent ? m.import_reading({ filename: file.name }) : m.import_sending({ filename: file.name })
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
