import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** Rows by their ids. */
type Chosen<Item> = ReadonlyMap<string, Item>

export interface Selection<Item> {
  chosen: Chosen<Item>
  /** Chooses a row or takes it out; `isRange` does the same to all between it and the last one that was pressed. */
  toggle: (item: Item, items: readonly Item[], isRange: boolean) => void
  /** Chooses all of these, or takes them all out. */
  toggleAll: (items: readonly Item[], isOn: boolean) => void
  clear: () => void
}

interface SelectionState<Item> {
  name: string
  chosen: Chosen<Item>
  /** The id that was pressed last. */
  last: string
}

/** Steps of the history whose selection is kept; the oldest goes first. */
const KEPT = 20

/**
 * What was selected in lists that were left, by the key of their step in the history: Back finds it again, and a list
 * that is opened anew begins with none. Written in the browser alone.
 */
export class SavedSelections<Item> {
  readonly #saved = new Map<string, SelectionState<Item>>()

  get(step: string): SelectionState<Item> | undefined {
    return this.#saved.get(step)
  }

  set(step: string, state: SelectionState<Item>): void {
    if (state.chosen.size === 0 && !this.#saved.has(step)) return
    this.#saved.delete(step)
    this.#saved.set(step, state)
    for (const oldest of this.#saved.keys()) if (this.#saved.size > KEPT) this.#saved.delete(oldest)
  }

  /** Takes rows that were deleted out of every selection. */
  forget(ids: readonly string[]): void {
    for (const [step, { chosen, ...rest }] of this.#saved) {
      this.#saved.set(step, { ...rest, chosen: new Map([...chosen].filter(([id]) => !ids.includes(id))) })
    }
  }
}

/** The rows of a list that something is to be done to; another list (`name`) begins with none. */
export function useSelection<Item extends { id: string }>(
  name: string,
  saved: SavedSelections<Item> | undefined,
): Selection<Item> {
  const step = useLocation({ select: ({ state }) => state.__TSR_key ?? '' })
  const none = { name, chosen: new Map<string, Item>(), last: '' }
  const [state, setState] = useState<SelectionState<Item>>(() => {
    const found = saved?.get(step)
    return found?.name === name ? found : none
  })
  if (state.name !== name) setState(none)
  const { chosen, last } = state
  useEffect(() => saved?.set(step, state), [saved, step, state])

  // Rows may have been loaded for it while another list was opened.
  const change = (items: readonly Item[], isOn: boolean, pressed: string) =>
    setState((old) => {
      if (old.name !== name) return old
      const next = new Map(old.chosen)
      for (const item of items) {
        if (isOn) next.set(item.id, item)
        else next.delete(item.id)
      }
      return { name, chosen: next, last: pressed }
    })
  return {
    chosen,
    toggle: (item, items, isRange) => {
      const from = isRange ? items.findIndex(({ id }) => id === last) : -1
      const to = items.findIndex(({ id }) => id === item.id)
      const range = from === -1 ? [item] : items.slice(Math.min(from, to), Math.max(from, to) + 1)
      change(range, !chosen.has(item.id), item.id)
    },
    toggleAll: (items, isOn) => change(items, isOn, ''),
    clear: () => setState(none),
  }
}
