import { defaultRangeExtractor, useWindowVirtualizer, type Range, type VirtualItem } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useLayoutEffect, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { equalPieces, piecesOf, type Piece } from '#base/lib/list/row-pieces.ts'
import { sorted } from '#base/lib/search/sorted.ts'

/** How a grid is laid out; lengths in px. */
export interface Layout {
  columns: number
  gap: number
  width: number
  /** Distance of the list's upper edge from the top of the page, in px. */
  start: number
  /** Estimated height of an unmeasured row. */
  height: number
  /** The measured rows. */
  rows: VirtualItem[]
}

/** Distance around the visible area in which rows are rendered too, for fast scrolling, in px. */
const AROUND = 600

/** Exact: rounded heights would add up to a visible jump over many rows. */
const heightOf = (element: HTMLElement, entry?: ResizeObserverEntry): number =>
  entry?.borderBoxSize[0]?.blockSize ?? element.getBoundingClientRect().height

const startOf = (list: HTMLElement): number => list.getBoundingClientRect().top + window.scrollY

/** The first item of each rendered row. */
const rowsIn = (list: HTMLElement): HTMLElement[] =>
  [...list.querySelectorAll<HTMLElement>(':scope > [data-row]')].filter(
    (item) => item.previousElementSibling?.getAttribute('data-row') !== item.dataset.row,
  )

/** The current layout of a grid; with the heights of its rows if all items are rendered (`isWhole`). */
export function layoutOf(list: HTMLElement, isWhole: boolean): Layout {
  const { gridTemplateColumns, rowGap } = getComputedStyle(list)
  const columns = gridTemplateColumns.split(' ').length
  const items = [...list.querySelectorAll<HTMLElement>(':scope > [data-row]')]
  const sizes = items.filter((_, at) => at % columns === 0).map((item) => heightOf(item))
  return {
    columns,
    gap: Number.parseFloat(rowGap) || 0,
    width: list.getBoundingClientRect().width,
    start: startOf(list),
    height: sizes[0] ?? 0,
    rows: isWhole ? sizes.map((size, index) => ({ index, key: index, size, start: 0, end: 0, lane: 0 })) : [],
  }
}

/** The visible rows, and the focused one with its neighbours, so that Tab goes on from there. */
function rangeIn(list: HTMLElement | null, range: Range): number[] {
  const shown = defaultRangeExtractor(range)
  const focused = list?.contains(document.activeElement) && document.activeElement?.closest('[data-row]')
  const row = focused ? Number(focused.getAttribute('data-row')) : undefined
  if (row === undefined || shown.includes(row)) return shown
  const around = [row - 1, row, row + 1].filter((one) => one >= 0 && one < range.count)
  return sorted([...new Set([...shown, ...around])], (a, b) => a - b)
}

interface RowWindowProps {
  list: RefObject<HTMLElement | null>
  /** Items of the list. */
  count: number
  layout: Layout
  /** Where the page is or will be, in px. */
  offset: number
  pieces: readonly Piece[] | undefined
  onView: (pieces: readonly Piece[], start: number) => void
  /** The layout of a list that was left, for the way back. */
  onLeave: (layout: Layout) => void
  /** The layout at another width, and where the page must be to show the same items. */
  onResize: (layout: Layout, offset: number) => void
}

/** Determines which rows of a long list are rendered, while the page scrolls. Renders nothing itself. */
export function RowWindow({ list, count, layout, offset, pieces, onView, onLeave, onResize }: RowWindowProps) {
  const { columns, gap, width, height, start } = layout
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count: Math.ceil(count / columns),
    estimateSize: () => height,
    gap,
    scrollMargin: start,
    overscan: Math.ceil(AROUND / (height + gap || AROUND)),
    rangeExtractor: (range) => rangeIn(list.current, range),
    indexAttribute: 'data-row',
    measureElement: heightOf,
    initialOffset: offset,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    initialMeasurementsCache: layout.rows,
  })
  // A browser that keeps the visible items in place needs no help.
  if (CSS.supports('overflow-anchor', 'auto')) virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false

  useLayoutEffect(() => {
    if (list.current) for (const row of rowsIn(list.current)) virtualizer.measureElement(row)
    virtualizer.measureElement(null)
  }, [virtualizer, list, pieces, count])

  useLayoutEffect(() => {
    if (!list.current) return
    const end = start + virtualizer.getTotalSize()
    const next = piecesOf(virtualizer.getVirtualItems(), { columns, count, gap, start, end })
    const newStart = startOf(list.current)
    const hasMoved = Math.abs(newStart - start) > 0.5
    if (hasMoved || !pieces || !equalPieces(pieces, next)) onView(next, hasMoved ? newStart : start)
  })

  const leave = useEffectEvent(() => onLeave({ ...layout, rows: virtualizer.takeSnapshot() }))
  useLayoutEffect(() => () => leave(), [])

  const resize = useEffectEvent(() => {
    const next = list.current && layoutOf(list.current, false)
    if (!next || next.width === 0 || Math.abs(next.width - width) < 0.5) return
    const at = virtualizer.scrollOffset ?? 0
    const seen = at > start ? virtualizer.getVirtualItemForOffset(at) : undefined
    const row = seen && Math.floor((seen.index * columns) / next.columns)
    const scrollTo = row === undefined ? at : next.start + row * (next.height + next.gap)
    flushSync(() => onResize(next, scrollTo))
    if (scrollTo !== at) window.scrollTo(0, scrollTo)
  })
  useEffect(() => {
    const observer = new ResizeObserver(() => resize())
    if (list.current) observer.observe(list.current)
    return () => observer.disconnect()
  }, [list])
  return null
}
