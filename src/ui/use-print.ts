import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { m } from '#i18n/paraglide/messages.js'
import { toastFailure } from './toast-failure.ts'

/** Rows that are loaded for printing, at most: some sixty sheets of A4. */
export const PRINT_MAX = 2000

export interface Print<Item> {
  /** What is to be on paper; undefined while nothing is printed. */
  items: readonly Item[] | undefined
  /** Loads what is missing, and prints. */
  start: () => void
  isBusy: boolean
}

/**
 * Prints a list of which the document holds a part only. However it is printed, all that is loaded is on paper; `start`
 * first loads what is not, up to 2000 rows.
 */
export function usePrint<Item>(
  loaded: readonly Item[],
  /** Loads rows from the first on, so many at most; absent where all are loaded, or no more is wanted. */
  load?: (most: number) => Promise<Item[]>,
): Print<Item> {
  const [isPrinting, setIsPrinting] = useState(false)
  const [all, setAll] = useState<Item[]>()
  const [isBusy, setIsBusy] = useState(false)
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    // The browser takes the page as it is when this has run.
    const begin = () => flushSync(() => setIsPrinting(true))
    const end = () => {
      setIsPrinting(false)
      setAll(undefined)
    }
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      isHere.current = false
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])

  const start = async () => {
    if (isBusy) return
    setIsBusy(true)
    try {
      const items = await load?.(PRINT_MAX)
      if (!isHere.current) return
      flushSync(() => setAll(items))
      window.print()
    } catch (thrown) {
      toastFailure(m.print_failed(), thrown)
    } finally {
      setIsBusy(false)
    }
  }
  return { items: isPrinting ? (all ?? loaded) : undefined, start: () => void start(), isBusy }
}
