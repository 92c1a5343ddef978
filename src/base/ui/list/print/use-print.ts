import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { m } from '#base/i18n/paraglide/messages.js'
import { useAction } from '#base/ui/use-action.ts'
import { usePrintedItems } from './use-printed-items.ts'

/** Rows that are loaded for printing, at most: some sixty sheets of A4. */
const PRINT_MAX = 2000

export interface Print<Item> {
  /** The items to print; undefined while nothing is printed. */
  items: readonly Item[] | undefined
  /** Loads what is missing, and prints. */
  start: () => void
  isBusy: boolean
}

/** Prints a list of which the document holds a part only: `start` first loads what is not there, up to 2000 rows. */
export function usePrint<Item>(
  loaded: readonly Item[],
  /** Loads rows from the first on, so many at most; absent where all are loaded. */
  load?: (most: number) => Promise<Item[]>,
): Print<Item> {
  const [all, setAll] = useState<Item[]>()
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    const end = () => setAll(undefined)
    window.addEventListener('afterprint', end)
    return () => {
      isHere.current = false
      window.removeEventListener('afterprint', end)
    }
  }, [])
  const { run, isBusy } = useAction(
    async () => {
      const items = await load?.(PRINT_MAX)
      if (!isHere.current) return
      flushSync(() => setAll(items))
      window.print()
    },
    { failure: m.print_failed() },
  )
  return { items: usePrintedItems(all ?? loaded), start: () => void run(), isBusy }
}
