import { useEffect, useLayoutEffect, useState, useSyncExternalStore, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type * as rows from './row-window.ts'

/** Items up to which all of them are in the document. */
const PLAIN = 40
/** Lists of which the layout is kept; the one left longest ago goes first. */
const KEPT = 20

type Rows = typeof rows

let loaded: Rows | undefined
const load = async (): Promise<Rows> => (loaded = await import('./row-window.ts'))

// How the lists that were left were laid out: what Back needs to stand where one was, at once.
const layouts = new Map<string, rows.Layout>()

function remember(name: string, layout: rows.Layout): void {
  layouts.delete(name)
  layouts.set(name, layout)
  for (const oldest of layouts.keys()) if (layouts.size > KEPT) layouts.delete(oldest)
}

function reopen(name: string, count: number, offset: () => number): rows.RowWindow | undefined {
  const layout = layouts.get(name)
  if (!loaded || !layout || count <= PLAIN) return undefined
  return loaded.openRowWindow({ layout, count, offset: offset() })
}

interface RowWindowOptions {
  list: RefObject<HTMLElement | null>
  /** Items of the list. */
  count: number
  /** Tells this list from all others. */
  name: string
  /** Where the page will stand once it is there, in px: not 0 on the way back. */
  startAt: number
}

/**
 * Which of a list's items are in the document: all of a short one, and on the server; of a long one those that are
 * seen. What makes them out is fetched when a list is long.
 */
export function useRowWindow({ list, count, name, startAt }: RowWindowOptions): rows.View | undefined {
  const [known, setKnown] = useState(name)
  const [rowWindow, setRowWindow] = useState(() => reopen(name, count, () => startAt))
  if (name !== known) {
    setKnown(name)
    setRowWindow(reopen(name, count, () => window.scrollY))
  }
  const isLong = count > PLAIN
  const view = useSyncExternalStore(
    rowWindow?.subscribe ?? silence,
    () => rowWindow?.view(),
    () => undefined,
  )

  useEffect(() => {
    if (rowWindow || !isLong) return
    let isOver = false
    const open = ({ layoutOf, openRowWindow }: Rows) => {
      if (isOver || !list.current) return
      const items = list.current.childElementCount
      setRowWindow(openRowWindow({ layout: layoutOf(list.current, true), count: items, offset: window.scrollY }))
    }
    // A list that is all there can be read as well.
    load().then(open, () => undefined)
    return () => {
      isOver = true
    }
  }, [rowWindow, isLong, list])

  useLayoutEffect(() => {
    const element = list.current
    if (!rowWindow || !element) return
    const detach = rowWindow.attach(element)
    const resizing = new ResizeObserver(() => {
      const next = rowWindow.relaid(element)
      if (!next) return
      flushSync(() => setRowWindow(next.rowWindow))
      if (next.scrollTo !== undefined) window.scrollTo(0, next.scrollTo)
    })
    resizing.observe(element)
    return () => {
      remember(known, rowWindow.layout())
      resizing.disconnect()
      detach()
    }
  }, [rowWindow, list, known])

  useLayoutEffect(() => {
    if (list.current) rowWindow?.settle(list.current, count)
  })
  return view
}

const silence = () => () => undefined
