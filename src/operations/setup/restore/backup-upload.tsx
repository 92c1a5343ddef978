import { useRef, useState } from 'react'
import { formatBytes } from '#base/i18n/format.ts'
import { sendingWords } from '#base/ui/sending-words.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { RESTORE_LIMIT } from '#base/lib/restore-file.ts'
import { Button } from '#base/ui/button.tsx'
import { Icon } from '#base/ui/icon.tsx'
import { ProgressBar } from '#base/ui/state/progress-bar.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { sendBackup } from './restore.data.ts'
import type { FoundBackup } from './restore.schema.ts'

interface BackupUploadProps {
  /** Resolves once the server takes files of this browser. */
  ready: () => Promise<unknown>
  onSent: (backup: FoundBackup) => void
}

/** Sends a backup from where the browser finds it, as on a drive that the library may not read. */
export function BackupUpload({ ready, onSent }: BackupUploadProps) {
  const input = useRef<HTMLInputElement>(null)
  const abort = useRef<AbortController>(undefined)
  const [sending, setSending] = useState<{ file: File; sent: number }>()
  const [problem, setProblem] = useState<string>()
  const { run, isBusy } = useAction(
    async (file: File) => {
      const controller = new AbortController()
      abort.current = controller
      setSending({ file, sent: 0 })
      try {
        const { signal } = controller
        await ready()
        signal.throwIfAborted()
        onSent(
          await sendBackup(file, {
            onProgress: (sent) => setSending({ file, sent: Math.min(sent, file.size) }),
            signal,
          }),
        )
      } catch (thrown) {
        if (!controller.signal.aborted) throw thrown
      } finally {
        setSending(undefined)
      }
    },
    {
      // Said beside the button, not by a toast that goes away.
      onRefused: ({ message }) => {
        setProblem(message)
        return true
      },
    },
  )
  const choose = (file: File) => {
    const isTooLarge = file.size > RESTORE_LIMIT
    const [size, limit] = [formatBytes(file.size), formatBytes(RESTORE_LIMIT)]
    setProblem(isTooLarge ? m.restore_file_large({ file: file.name, size, limit }) : undefined)
    if (!isTooLarge) void run(file)
  }
  return (
    <div className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Icon name="file" className="size-5" />
        <span className="min-w-0 flex-1">
          {m.restore_file_other()}
          <span className="block text-sm text-muted">
            {m.restore_file_limit({ limit: formatBytes(RESTORE_LIMIT) })}
          </span>
        </span>
        {sending ? (
          <Button look="second" onClick={() => abort.current?.abort()}>
            {m.common_cancel()}
          </Button>
        ) : (
          <Button look="second" isBusy={isBusy} onClick={() => input.current?.click()}>
            {m.restore_file_choose()}
          </Button>
        )}
      </div>
      {sending && (
        <ProgressBar
          className="mt-3"
          {...sendingWords(sending)}
          share={sending.sent / Math.max(1, sending.file.size)}
        />
      )}
      <p role="alert" className="mt-2 text-sm font-medium text-danger empty:hidden">
        {problem}
      </p>
      <input
        ref={input}
        type="file"
        accept=".maktaba"
        hidden
        aria-label={m.restore_file_choose()}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) choose(file)
          target.value = ''
        }}
      />
    </div>
  )
}
