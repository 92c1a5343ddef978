import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ShelfBook } from '../book.schema.ts'

/** Books by their ids. */
export type Chosen = ReadonlyMap<string, ShelfBook>

const NONE: Chosen = new Map()

export interface Selection {
  chosen: Chosen
  /** Chooses a book or takes it out; `isRange` does the same to all between it and the last one that was pressed. */
  toggle: (book: ShelfBook, items: readonly ShelfBook[], isRange: boolean) => void
  /** Chooses all of these, or takes them all out. */
  toggleAll: (items: readonly ShelfBook[], isOn: boolean) => void
  clear: () => void
}

interface Kept {
  name: string
  chosen: Chosen
  /** The id that was pressed last. */
  last: string
}

// What was selected in a list that was left, by the key of its step in the history: Back finds it again, and a list
// that is opened anew begins with none. Written in the browser alone.
const kept = new Map<string, Kept>()
/** Steps of the history whose selection is kept; the oldest goes first. */
const KEPT = 20

function keep(step: string, state: Kept): void {
  kept.delete(step)
  kept.set(step, state)
  for (const oldest of kept.keys()) if (kept.size > KEPT) kept.delete(oldest)
}

/** Takes books that were deleted out of every selection. */
export function forgetSelected(ids: readonly string[]): void {
  for (const [step, { chosen, ...rest }] of kept) {
    kept.set(step, { ...rest, chosen: new Map([...chosen].filter(([id]) => !ids.includes(id))) })
  }
}

/** The books of a list that something is to be done to; another list (`name`) begins with none. */
export function useSelection(name: string): Selection {
  const step = useLocation({ select: ({ state }) => state.__TSR_key ?? '' })
  const [state, setState] = useState(() => {
    const found = kept.get(step)
    return found?.name === name ? found : { name, chosen: NONE, last: '' }
  })
  if (state.name !== name) setState({ name, chosen: NONE, last: '' })
  const { chosen, last } = state
  useEffect(() => {
    if (state.chosen.size > 0 || kept.has(step)) keep(step, state)
  }, [step, state])

  // Books may have been loaded for it while another list was opened.
  const change = (books: readonly ShelfBook[], isOn: boolean, pressed: string) =>
    setState((old) => {
      if (old.name !== name) return old
      const next = new Map(old.chosen)
      for (const book of books) {
        if (isOn) next.set(book.id, book)
        else next.delete(book.id)
      }
      return { name, chosen: next, last: pressed }
    })
  return {
    chosen,
    toggle: (book, items, isRange) => {
      const from = isRange ? items.findIndex(({ id }) => id === last) : -1
      const to = items.findIndex(({ id }) => id === book.id)
      const range = from === -1 ? [book] : items.slice(Math.min(from, to), Math.max(from, to) + 1)
      change(range, !chosen.has(book.id), book.id)
    },
    toggleAll: (items, isOn) => change(items, isOn, ''),
    clear: () => setState({ name, chosen: NONE, last: '' }),
  }
}
