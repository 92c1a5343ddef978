import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** Rows by their ids. */
type Marked<Item> = ReadonlyMap<string, Item>

export interface Selection<Item> {
  /** All rows of the list are chosen, also those that are not loaded, except the marked ones. */
  isAll: boolean
  /** The chosen rows; with `isAll` the exceptions. */
  marked: Marked<Item>
  has: (id: string) => boolean
  /** Chooses a row or takes it out; `isRange` does the same to all between it and the last one that was pressed. */
  toggle: (item: Item, items: readonly Item[], isRange: boolean) => void
  /** Chooses all of `items`, or takes them out; ends `isAll`. */
  toggleAll: (items: readonly Item[], isOn: boolean) => void
  /** Chooses all rows of the list. */
  chooseAll: () => void
  clear: () => void
}

interface SelectionState<Item> {
  name: string
  isAll: boolean
  marked: Marked<Item>
  /** The id that was pressed last. */
  last: string
}

/** For what goes with the selection: the focus goes on at the box that selects all rows, if there is one. */
export const focusSelectAll = (): void =>
  document.querySelector<HTMLElement>('main [role=columnheader] input')?.focus({ preventScroll: true })

/** Steps of the history whose selection is kept; the oldest goes first. */
const MOST_SAVED = 20

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
    if (!state.isAll && state.marked.size === 0 && !this.#saved.has(step)) return
    this.#saved.delete(step)
    this.#saved.set(step, state)
    for (const oldest of this.#saved.keys()) if (this.#saved.size > MOST_SAVED) this.#saved.delete(oldest)
  }

  /** Takes rows that were deleted out of every selection. */
  forget(ids: readonly string[]): void {
    for (const [step, { marked, ...rest }] of this.#saved) {
      this.#saved.set(step, { ...rest, marked: new Map([...marked].filter(([id]) => !ids.includes(id))) })
    }
  }
}

/** The rows of a list that something is to be done to; another list (`name`) begins with none. */
export function useSelection<Item extends { id: string }>(
  name: string,
  saved: SavedSelections<Item> | undefined,
): Selection<Item> {
  const step = useLocation({ select: ({ state }) => state.__TSR_key ?? '' })
  const none = { name, isAll: false, marked: new Map<string, Item>(), last: '' }
  const [state, setState] = useState<SelectionState<Item>>(() => {
    const found = saved?.get(step)
    return found?.name === name ? found : none
  })
  if (state.name !== name) setState(none)
  const { isAll, marked, last } = state
  const has = (id: string) => marked.has(id) !== isAll
  useEffect(() => saved?.set(step, state), [saved, step, state])

  const change = (items: readonly Item[], isOn: boolean, pressed: string) =>
    setState((old) => {
      const next = new Map(old.marked)
      for (const item of items) {
        if (isOn === old.isAll) next.delete(item.id)
        else next.set(item.id, item)
      }
      return { ...old, marked: next, last: pressed }
    })
  return {
    isAll,
    marked,
    has,
    toggle: (item, items, isRange) => {
      const from = isRange ? items.findIndex(({ id }) => id === last) : -1
      const to = items.findIndex(({ id }) => id === item.id)
      const range = from === -1 ? [item] : items.slice(Math.min(from, to), Math.max(from, to) + 1)
      change(range, !has(item.id), item.id)
    },
    toggleAll: (items, isOn) => (isAll && !isOn ? setState(none) : change(items, isOn, '')),
    chooseAll: () => setState({ ...none, isAll: true }),
    clear: () => setState(none),
  }
}
