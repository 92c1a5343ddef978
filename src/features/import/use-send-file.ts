import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { fromThrown } from '#errors/local-error.ts'
import { isRefusalHandled } from '#lib/refusal.ts'
import { useUnsavedGuard } from '#ui/form/use-unsaved-guard.tsx'
import { sendFile } from './send-file.ts'

/** A file on its way. */
export interface Sending {
  file: File
  /** Bytes. */
  sent: number
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
  /** Asks before the page is left while a file is sent. */
  guard: ReactNode
}

/** Sends a file, and opens its preview. */
export function useSendFile(): SendFile {
  const navigate = useNavigate()
  const [sending, setSending] = useState<Sending>()
  const [problem, setProblem] = useState<SendProblem>()
  const abort = useRef<AbortController>(undefined)
  const guard = useUnsavedGuard(sending !== undefined)
  useEffect(() => () => abort.current?.abort(), [])

  const send = async (file: File) => {
    const controller = new AbortController()
    abort.current = controller
    setProblem(undefined)
    setSending({ file, sent: 0 })
    try {
      const onProgress = (sent: number) => setSending({ file, sent: Math.min(sent, file.size) })
      const id = await sendFile(file, { onProgress, signal: controller.signal })
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
    guard,
  }
}
