import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { sendingWords } from '#base/ui/sending-words.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { sendFile } from '#base/lib/form/send-file.ts'
import { Button } from '#base/ui/button.tsx'
import { useUnsaved } from '#base/ui/form/unsaved-forms.ts'
import { Panel } from '#base/ui/panel.tsx'
import { ProgressBar } from '#base/ui/state/progress-bar.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { UPDATES_URL, updateStatusQuery } from './update.data.ts'

/** What a package is called. */
const EXAMPLE = 'maktaba_1.2.0-1_amd64.deb'

/** Sends a package of a newer version from this computer to the server. */
export function SendPackage() {
  const queryClient = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const abort = useRef<AbortController>(undefined)
  const [sending, setSending] = useState<{ file: File; sent: number }>()
  const [problem, setProblem] = useState<string>()
  useUnsaved({ isChanged: () => sending !== undefined })
  const { run, isBusy } = useAction(
    async (file: File) => {
      const controller = new AbortController()
      setProblem(undefined)
      abort.current = controller
      setSending({ file, sent: 0 })
      try {
        await sendFile(UPDATES_URL, file, {
          onProgress: (sent) => setSending({ file, sent: Math.min(sent, file.size) }),
          signal: controller.signal,
        })
        await queryClient.invalidateQueries(updateStatusQuery)
      } catch (thrown) {
        if (!controller.signal.aborted) throw thrown
      } finally {
        setSending(undefined)
      }
    },
    {
      // Said on the page, not by a toast that goes away.
      onRefused: ({ message }) => {
        setProblem(message)
        return true
      },
    },
  )
  return (
    <Panel title={m.update_file_title()} className="mt-4">
      <p className="mt-1 max-w-prose text-muted">{m.update_file_text({ example: EXAMPLE })}</p>
      {sending ? (
        <div className="mt-3 max-w-md">
          <ProgressBar {...sendingWords(sending)} share={sending.sent / Math.max(1, sending.file.size)} />
          <Button look="second" className="mt-3" onClick={() => abort.current?.abort()}>
            {m.common_cancel()}
          </Button>
        </div>
      ) : (
        <Button look="second" className="mt-3" isBusy={isBusy} onClick={() => input.current?.click()}>
          {m.update_choose()}
        </Button>
      )}
      <p role="alert" className="mt-3 max-w-prose font-medium text-danger empty:hidden">
        {problem}
      </p>
      <input
        ref={input}
        type="file"
        accept=".deb"
        hidden
        aria-label={m.update_choose()}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void run(file)
          target.value = ''
        }}
      />
    </Panel>
  )
}
