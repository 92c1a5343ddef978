import { useState } from 'react'
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

/** The books of a list that something is to be done to; another list (`name`) begins with none. */
export function useSelection(name: string): Selection {
  const [state, setState] = useState({ name, chosen: NONE, last: '' })
  if (state.name !== name) setState({ name, chosen: NONE, last: '' })
  const { chosen, last } = state

  const change = (books: readonly ShelfBook[], isOn: boolean, pressed: string) => {
    const next = new Map(chosen)
    for (const book of books) {
      if (isOn) next.set(book.id, book)
      else next.delete(book.id)
    }
    setState({ name, chosen: next, last: pressed })
  }
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
