import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Of a list that shows a part only, what is to be on paper, however it is printed; undefined while nothing is printed. */
export function usePrintedItems<Item>(items: readonly Item[]): readonly Item[] | undefined {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    // The browser prints the page as it is when this listener returns.
    const begin = () => flushSync(() => setIsPrinting(true))
    const end = () => setIsPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting ? items : undefined
}
