import { useEffect, useState, type RefObject } from 'react'

/** Whether anything of a row is out of sight before and behind what is seen of it, in the direction of reading. */
export interface ScrollState {
  hasBefore: boolean
  hasBehind: boolean
}

/** Parts of a pixel that a row at its end may be off by. */
const OFF = 2
/** Of its width, what a row moves at once: what was last in sight stays in sight. */
const STEP = 0.85

function placeOf(row: HTMLElement): ScrollState {
  // Right to left, positions are negative.
  const start = Math.abs(row.scrollLeft)
  return { hasBefore: start > OFF, hasBehind: start + row.clientWidth < row.scrollWidth - OFF }
}

/** Where a row stands, kept up to date; and how it is moved on and back by as much as is in sight. */
export function useScrollRow(ref: RefObject<HTMLElement | null>): ScrollState & { move: (by: 1 | -1) => void } {
  const [place, setPlace] = useState<ScrollState>({ hasBefore: false, hasBehind: false })
  useEffect(() => {
    const row = ref.current
    if (!row) return
    const look = () => {
      const next = placeOf(row)
      setPlace((old) => (old.hasBefore === next.hasBefore && old.hasBehind === next.hasBehind ? old : next))
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(row)
    row.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      row.removeEventListener('scroll', look)
    }
  }, [ref])
  const move = (by: 1 | -1) => {
    const row = ref.current
    if (!row) return
    const direction = getComputedStyle(row).direction === 'rtl' ? -by : by
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    row.scrollBy({ left: direction * row.clientWidth * STEP, behavior: isStill ? 'auto' : 'smooth' })
  }
  return { ...place, move }
}
