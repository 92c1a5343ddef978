import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { AppError } from '#errors/app-error.ts'
import { fromThrown } from '#errors/local-error.ts'
import { m } from '#i18n/paraglide/messages.js'
import { isRefusalHandled } from '#lib/form/refusal.ts'
import { sendFile } from '#lib/form/send-file.ts'
import { useUnsaved } from '#ui/form/unsaved-forms.ts'

/** A file on its way. */
export interface Sending {
  file: File
  /** Bytes. */
  sent: number
  /** The connection is cut: it is sent again by itself. */
  isCut?: boolean
}

/** Why a file was not taken. */
interface SendProblem {
  filename?: string
  text: string
}

interface SendFile {
  sending: Sending | undefined
  problem: SendProblem | undefined
  send: (file: File) => Promise<void>
  cancel: () => void
  /** Says why a file is not even sent. */
  refuse: (text: string) => void
}

/** Sends a file, and opens its preview. */
export function useSendFile(): SendFile {
  const navigate = useNavigate()
  const [sending, setSending] = useState<Sending>()
  const [problem, setProblem] = useState<SendProblem>()
  const abort = useRef<AbortController>(undefined)
  useUnsaved({ isChanged: () => sending !== undefined })
  useEffect(() => () => abort.current?.abort(), [])

  const send = async (file: File) => {
    const controller = new AbortController()
    abort.current = controller
    setProblem(undefined)
    setSending({ file, sent: 0 })
    try {
      const id = await sendUntilThere(file, controller.signal, setSending)
      await navigate({ to: '/manager/import/$id', params: { id }, ignoreBlocker: true })
    } catch (thrown) {
      if (controller.signal.aborted) return
      const error = fromThrown(thrown)
      if (!isRefusalHandled(error)) setProblem({ filename: file.name, text: error.message })
    } finally {
      setSending(undefined)
    }
  }
  return {
    sending,
    problem,
    send,
    cancel: () => {
      abort.current?.abort()
      setSending(undefined)
    },
    refuse: (text) => setProblem({ text }),
  }
}

/** The import that only a preview was asked of. */
const previewedSchema = z.object({ id: z.string() })

/** Milliseconds after which a file is sent again whose line was cut. */
const AGAIN = 3000

/** Sends a file, again and again while the library cannot be reached. */
async function sendUntilThere(file: File, signal: AbortSignal, show: (sending: Sending) => void): Promise<string> {
  for (;;) {
    try {
      const onProgress = (sent: number) => show({ file, sent: Math.min(sent, file.size) })
      const answer = await sendFile('/api/v1/imports?dryRun=true', file, { onProgress, signal })
      return previewedSchema.parse(answer).id
    } catch (thrown) {
      if (signal.aborted || fromThrown(thrown).code !== 'NETWORK') throw thrown
      if (!(await isReadable(file)))
        throw new AppError({ code: 'FILE_REFUSED', status: 0, message: m.import_file_gone() })
      show({ file, sent: 0, isCut: true })
      await new Promise((resolve) => setTimeout(resolve, AGAIN))
      signal.throwIfAborted()
    }
  }
}

/** Browsers refuse to send a file that was changed on the disk, with the same error as for a cut connection. */
const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
