import {
  defaultRangeExtractor,
  observeWindowOffset,
  observeWindowRect,
  Virtualizer,
  windowScroll,
  type Range,
  type VirtualizerOptions,
} from '@tanstack/react-virtual'
import { piecesOf, equalPieces, type Piece } from '#lib/row-pieces.ts'

/** How a grid is laid out; lengths in px. */
export interface Layout {
  /** Items beside each other. */
  columns: number
  /** Between two rows. */
  gap: number
  width: number
  /** Of its upper edge, from the top of the page. */
  start: number
  /** Of the rows that were seen, by their place. */
  heights: ReadonlyMap<number, number>
  /** Of a row that was not seen. */
  height: number
}

/** What of a list is in the document. */
export interface View {
  columns: number
  pieces: readonly Piece[]
}

/** The rows of a long list that are seen, and some around them. */
export interface RowWindow {
  view: () => View
  subscribe: (onChange: () => void) => () => void
  /** Follows the page's scrolling, until the answer is called. */
  attach: (list: HTMLElement) => () => void
  /** After every rendering: how many items there are, and how high the rows have become. */
  settle: (list: HTMLElement, count: number) => void
  layout: () => Layout
  /** Another width lays all rows out anew: a window on them, and where the page is to stand to show what it showed. */
  relaid: (list: HTMLElement) => { rowWindow: RowWindow; scrollTo: number | undefined } | undefined
}

/** Around what is seen, so that a flick of the finger finds it there, in px. */
const AROUND = 600

/** Exact: rounded heights would add up to a visible jump over many rows. */
const heightOf = (element: HTMLElement, entry?: ResizeObserverEntry): number =>
  entry?.borderBoxSize[0]?.blockSize ?? element.getBoundingClientRect().height

const startOfList = (list: HTMLElement): number => list.getBoundingClientRect().top + window.scrollY

/** The layout of a grid as it stands; of its rows' heights, where every item is there (`isWhole`). */
export function layoutOf(list: HTMLElement, isWhole: boolean): Layout {
  const { gridTemplateColumns, rowGap } = getComputedStyle(list)
  const columns = gridTemplateColumns.split(' ').length
  const items = [...list.querySelectorAll<HTMLElement>(':scope > [data-row]')]
  const heights = new Map<number, number>()
  if (isWhole) for (let at = 0; at < items.length; at += columns) heights.set(at / columns, heightAt(items, at))
  return {
    columns,
    gap: Number.parseFloat(rowGap) || 0,
    width: list.getBoundingClientRect().width,
    start: startOfList(list),
    heights,
    height: heightAt(items, 0),
  }
}

const heightAt = (items: readonly HTMLElement[], at: number): number => {
  const item = items[at]
  return item ? heightOf(item) : 0
}

interface Opening {
  layout: Layout
  /** Items of the list. */
  count: number
  /** Where the page stands, in px. */
  offset: number
}

/** Opens a window on a list that is laid out so. */
export function openRowWindow({ layout, count: firstCount, offset }: Opening): RowWindow {
  const { columns, gap, width, height } = layout
  let { start } = layout
  let count = firstCount
  let grid: HTMLElement | undefined
  let isAttaching = false
  const listeners = new Set<() => void>()

  const rangeExtractor = (range: Range): number[] => {
    const shown = defaultRangeExtractor(range)
    // What has the focus stays, with its neighbours: Tab goes on from there.
    const focused = grid?.contains(document.activeElement) && document.activeElement?.closest('[data-row]')
    const row = focused ? Number(focused.getAttribute('data-row')) : undefined
    if (row === undefined || shown.includes(row)) return shown
    const kept = [row - 1, row, row + 1].filter((one) => one >= 0 && one < range.count)
    return [...new Set([...shown, ...kept])].toSorted((a, b) => a - b)
  }

  const options = (): VirtualizerOptions<Window, HTMLElement> => ({
    count: Math.ceil(count / columns),
    getScrollElement: () => window,
    estimateSize: () => height,
    gap,
    scrollMargin: start,
    overscan: Math.ceil(AROUND / (height + gap || AROUND)),
    rangeExtractor,
    indexAttribute: 'data-row',
    measureElement: heightOf,
    initialOffset: offset,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    initialMeasurementsCache: [...layout.heights].map(([index, size]) => ({
      index,
      key: index,
      size,
      start: 0,
      end: 0,
      lane: 0,
    })),
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    // Where the page stands at first is the router's business.
    scrollToFn: (to, more, instance) => {
      if (!isAttaching) windowScroll(to, more, instance)
    },
    onChange: publish,
  })
  const virtualizer = new Virtualizer<Window, HTMLElement>(options())
  // A browser that keeps what is seen in place by itself is not to be helped.
  if (CSS.supports('overflow-anchor', 'auto')) virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false

  const look = (): View => {
    const end = start + virtualizer.getTotalSize()
    return { columns, pieces: piecesOf(virtualizer.getVirtualItems(), { columns, count, gap, start, end }) }
  }
  let view = look()

  function publish(): void {
    const next = look()
    if (equalPieces(next.pieces, view.pieces)) return
    view = next
    for (const listener of listeners) listener()
  }

  return {
    view: () => view,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    attach: (list) => {
      grid = list
      isAttaching = true
      const detach = virtualizer._didMount()
      virtualizer._willUpdate()
      isAttaching = false
      return detach
    },
    settle: (list, newCount) => {
      const newStart = startOfList(list)
      if (newCount !== count || Math.abs(newStart - start) > 0.5) {
        count = newCount
        start = newStart
        virtualizer.setOptions(options())
      }
      virtualizer._willUpdate()
      for (const item of list.querySelectorAll<HTMLElement>(':scope > [data-row]')) {
        const isFirst = item.previousElementSibling?.getAttribute('data-row') !== item.dataset.row
        if (isFirst) virtualizer.measureElement(item)
      }
      virtualizer.measureElement(null)
      publish()
    },
    layout: () => ({
      ...layout,
      start,
      width,
      heights: new Map([...virtualizer.itemSizeCache].map(([row, size]) => [Number(row), size])),
    }),
    relaid: (list) => {
      const next = layoutOf(list, false)
      if (next.width === 0 || Math.abs(next.width - width) < 0.5) return undefined
      const at = virtualizer.scrollOffset ?? 0
      const seen = at > start ? virtualizer.getVirtualItemForOffset(at) : undefined
      const row = seen && Math.floor((seen.index * columns) / next.columns)
      const scrollTo = row === undefined ? undefined : next.start + row * (next.height + next.gap)
      return { rowWindow: openRowWindow({ layout: next, count, offset: scrollTo ?? at }), scrollTo }
    },
  }
}
