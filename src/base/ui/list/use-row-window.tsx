import { useEffect, useState, type ReactNode, type RefObject } from 'react'
import type { Piece } from '#base/lib/list/row-pieces.ts'
import type * as rows from './row-window.tsx'

/** Items up to which all of them are rendered. */
const PLAIN = 40
/** Lists of which the layout is kept; the one left longest ago is dropped first. */
const MOST_SAVED = 20

let loaded: typeof rows | undefined
const load = async (): Promise<typeof rows> => (loaded = await import('./row-window.tsx'))

interface Opened {
  name: string
  /** Where the page is, or will be on the way back, in px. */
  offset: number
  layout?: rows.Layout
  pieces?: readonly Piece[]
}

// The lists that were left, so that they are shown again at once.
const left = new Map<string, Opened>()

function remember(list: Opened): void {
  left.delete(list.name)
  left.set(list.name, list)
  for (const oldest of left.keys()) if (left.size > MOST_SAVED) left.delete(oldest)
}

interface RowWindowOptions {
  list: RefObject<HTMLElement | null>
  /** Items of the list. */
  count: number
  /** Identifies the list. */
  name: string
  /** Where the page will be, in px: not 0 on the way back. */
  startAt: number
}

/**
 * Which items of a list are rendered: all of a short one, and on the server; of a long one the `pieces` around the visible ones.
 * `rowWindow` must be rendered with the list; its code is loaded when a list is long.
 */
export function useRowWindow({ list, count, name, startAt }: RowWindowOptions): {
  columns?: number
  pieces?: readonly Piece[]
  rowWindow?: ReactNode
} {
  const [opened, setOpened] = useState<Opened>(() => ({ ...left.get(name), name, offset: startAt }))
  if (opened.name !== name) setOpened({ ...left.get(name), name, offset: window.scrollY })
  const isLong = count > PLAIN
  const { layout, pieces, offset } = opened

  useEffect(() => {
    if (layout || !isLong) return
    let isOver = false
    const open = ({ layoutOf }: typeof rows) => {
      if (isOver || !list.current) return
      setOpened({ name, offset: window.scrollY, layout: layoutOf(list.current, true) })
    }
    // Without the code all items stay rendered.
    load().then(open, () => undefined)
    return () => {
      isOver = true
    }
  }, [layout, isLong, list, name])

  if (!loaded || !layout || !isLong) return {}
  const { RowWindow } = loaded
  const rowWindow = (
    <RowWindow
      key={`${name} ${layout.width}`}
      list={list}
      count={count}
      layout={layout}
      offset={offset}
      pieces={pieces}
      onView={(next, start) => setOpened((now) => ({ ...now, layout: { ...layout, start }, pieces: next }))}
      onLeave={(last) => remember({ name, offset, layout: last, ...(pieces && { pieces }) })}
      onResize={(next, to) => setOpened((now) => ({ ...now, offset: to, layout: next }))}
    />
  )
  return { ...(pieces && { columns: layout.columns, pieces }), rowWindow }
}
