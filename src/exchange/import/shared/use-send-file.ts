import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { AppError } from '#base/errors/app-error.ts'
import { fromThrown } from '#base/errors/local-error.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { isRefusalHandled } from '#base/lib/form/refusal.ts'
import { sendFile } from '#base/lib/form/send-file.ts'
import type { RecordedNoun } from '#nouns.ts'
import { useUnsaved } from '#base/ui/form/unsaved-forms.ts'

/** A file on its way. */
export interface Sending {
  file: File
  /** Bytes that were sent. */
  sent: number
  /** The connection is cut: the file is sent again by itself. */
  isCut?: boolean
}

/** Why a file was not taken. */
interface SendProblem {
  filename?: string
  text: string
  /** The file is one of books, and can be sent as one. */
  booksIn?: File
}

interface SendFile {
  sending: Sending | undefined
  problem: SendProblem | undefined
  /** Sends a file; with `asBooks` as one of books, whatever it is taken for. */
  send: (file: File, asBooks?: boolean) => Promise<void>
  cancel: () => void
  /** Says why a file is not even sent. */
  refuse: (text: string) => void
}

/** Sends a file of rows of a noun, which is recognised where none is named, and opens its preview. */
export function useSendFile(about?: RecordedNoun): SendFile {
  const navigate = useNavigate()
  const [sending, setSending] = useState<Sending>()
  const [problem, setProblem] = useState<SendProblem>()
  const abort = useRef<AbortController>(undefined)
  useUnsaved({ isChanged: () => sending !== undefined })
  useEffect(() => () => abort.current?.abort(), [])

  const send = async (file: File, asBooks = false) => {
    const controller = new AbortController()
    abort.current = controller
    setProblem(undefined)
    setSending({ file, sent: 0 })
    try {
      const id = await sendUntilThere(file, asBooks ? 'book' : (about ?? 'any'), controller.signal, setSending)
      await navigate({ to: '/manager/import/$id', params: { id }, ignoreBlocker: true })
    } catch (thrown) {
      if (controller.signal.aborted) return
      const error = fromThrown(thrown)
      if (isRefusalHandled(error)) return
      // Only what its rows are can be wrong of a file of a noun that is imported here.
      const isOfBooks = about !== undefined && !asBooks && error.code === 'VALIDATION_ERROR'
      setProblem({
        filename: file.name,
        text: isOfBooks ? m.import_looks_like_books() : error.message,
        ...(isOfBooks && { booksIn: file }),
      })
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
async function sendUntilThere(
  file: File,
  about: string,
  signal: AbortSignal,
  show: (sending: Sending) => void,
): Promise<string> {
  for (;;) {
    try {
      const onProgress = (sent: number) => show({ file, sent: Math.min(sent, file.size) })
      const answer = await sendFile(`/api/v1/imports?dryRun=true&about=${about}`, file, { onProgress, signal })
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
