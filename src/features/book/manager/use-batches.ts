import { useRef, useState } from 'react'
import { formatNumber } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { toast, toastFailure } from '#ui/toast.tsx'
import type { ManyReport } from '../book-edit.schema.ts'
import { inBatches } from './in-batches.ts'

/** Does something to many books, with its progress in words, and a way to stop it. */
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
    /** After the batch at hand; false when nothing is under way. */
    stop: () => {
      stop.current?.abort()
      return stop.current !== null
    },
    /** Of more than one batch: how far it is. */
    progress:
      done === undefined || total <= done || done === 0
        ? undefined
        : m.books_progress({ done: formatNumber(done), total: formatNumber(total) }),
  }
}
