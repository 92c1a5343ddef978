import { useRef, useState } from 'react'
import { formatNumber } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { toast, toastFailure } from '#ui/toast.tsx'
import type { ManyReport } from '../book-edit.schema.ts'
import { inBatches } from './in-batches.ts'

/** Runs a bulk operation, with its progress as text and a way to stop it. */
export function useBatches() {
  const [done, setDone] = useState<number>()
  const [total, setTotal] = useState(0)
  const stop = useRef<AbortController>(null)
  const run = async (ids: readonly string[], act: (ids: string[]) => Promise<ManyReport>) => {
    stop.current = new AbortController()
    setTotal(ids.length)
    setDone(0)
    try {
      const { results, failure } = await inBatches(ids, act, { onProgress: setDone, signal: stop.current.signal })
      const text = m.books_stopped({ done: formatNumber(results.length), total: formatNumber(ids.length) })
      if (failure !== undefined) toastFailure(text, failure)
      else if (results.length < ids.length) void toast({ type: 'info', title: text })
      return results
    } finally {
      setDone(undefined)
      stop.current = null
    }
  }
  return {
    run,
    /** Stops after the current batch; false when nothing is running. */
    stop: () => {
      stop.current?.abort()
      return stop.current !== null
    },
    /** Progress of an operation with more than one batch. */
    progress:
      done === undefined || total <= done || done === 0
        ? undefined
        : m.books_progress({ done: formatNumber(done), total: formatNumber(total) }),
  }
}
