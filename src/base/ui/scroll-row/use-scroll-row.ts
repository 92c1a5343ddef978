import { useEffect, useState, type RefObject } from 'react'

/** Whether a row has hidden content before and behind its visible part, in reading direction. */
export interface ScrollState {
  hasBefore: boolean
  hasBehind: boolean
}

/** Tolerance in pixels at the ends of a row, for fractional positions. */
const TOLERANCE = 2
/** Share of its width that a row scrolls at once: the last visible item stays visible. */
const STEP = 0.85

function placeOf(row: HTMLElement): ScrollState {
  // In right-to-left pages, `scrollLeft` is negative.
  const start = Math.abs(row.scrollLeft)
  return { hasBefore: start > TOLERANCE, hasBehind: start + row.clientWidth < row.scrollWidth - TOLERANCE }
}

/** The scroll state of a row, and `move` to scroll it back or on. */
export function useScrollRow(ref: RefObject<HTMLElement | null>): ScrollState & { move: (by: 1 | -1) => void } {
  const [scrollState, setPlace] = useState<ScrollState>({ hasBefore: false, hasBehind: false })
  useEffect(() => {
    const row = ref.current
    if (!row) return
    const measure = () => {
      const next = placeOf(row)
      setPlace((old) => (old.hasBefore === next.hasBefore && old.hasBehind === next.hasBehind ? old : next))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(row)
    row.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      row.removeEventListener('scroll', measure)
    }
  }, [ref])
  const move = (by: 1 | -1) => {
    const row = ref.current
    if (!row) return
    const direction = getComputedStyle(row).direction === 'rtl' ? -by : by
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    row.scrollBy({ left: direction * row.clientWidth * STEP, behavior: isStill ? 'auto' : 'smooth' })
  }
  return { ...scrollState, move }
}
