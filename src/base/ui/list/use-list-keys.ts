import { useEffect, useEffectEvent } from 'react'
import { areSingleKeysOn, isForPage } from '#base/ui/single-keys.ts'

/** Marks what the arrows move between: put on the link of every row, and another name on its checkbox. */
export const rowKey = (name: 'open' | 'select') => ({ 'data-row-key': name })

/** Marks the button that opens the saved views of the list, which `v` presses. */
export const viewsKey = { 'data-list-views': '' }

/** The letters by the places of their keys, for keyboards of other scripts. */
const LETTERS: Record<string, string> = { KeyJ: 'j', KeyK: 'k', KeyN: 'n', KeyV: 'v', KeyX: 'x', Slash: '/' }

interface ListKeys {
  /** Opens the form of a new row; without it the key `n` does nothing. */
  onNew?: (() => void) | undefined
}

/**
 * The keys of a page with a list: `/` goes to the search field, `n` opens a new one, the arrows, `j` and
 * `k` move between the rows (see `rowKey`), `x` selects one where they can be selected, `v` opens the saved views, and
 * Enter opens one, as it does with every link. While the focus is in a field they type as usual. Two keys leave the search
 * field: the arrow down moves to the first row, and Esc removes the focus from an empty field.
 */
export function useListKeys({ onNew }: ListKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isDone = isForPage(event) ? act(keyOf(event), event, onNew) : leaveSearch(event)
    if (isDone) event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

// A letter that no Latin keyboard has: what stands there on one.
const keyOf = ({ key, code }: KeyboardEvent): string => (key > '~' && key.length === 1 ? (LETTERS[code] ?? key) : key)

/** Does what a key stands for; answers whether it stood for anything. */
function act(key: string, { shiftKey, repeat }: KeyboardEvent, onNew: ListKeys['onNew']): boolean {
  // On many keyboards the stroke is written with Shift.
  if (key === '/') return areSingleKeysOn() && focusSearch()
  if (shiftKey) return false
  if (key === 'ArrowDown') return focusRow(1)
  if (key === 'ArrowUp') return focusRow(-1)
  if (!areSingleKeysOn()) return false
  if (key === 'j') return focusRow(1)
  if (key === 'k') return focusRow(-1)
  if (repeat) return false
  if (key === 'x') return selectRow()
  if (key === 'v') return click(document.querySelector('main [data-list-views]'))
  if (key !== 'n' || !onNew) return false
  onNew()
  return true
}

const searchField = () => document.querySelector<HTMLInputElement>('main [role=search] input[type=search]')

/** Leaves the search field, in which the keys of the page are letters. */
function leaveSearch({ key, target, isComposing, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  const field = searchField()
  if (!field || target !== field || isComposing || altKey || ctrlKey || metaKey || shiftKey) return false
  if (key === 'ArrowDown') return focusRow(1)
  if (key !== 'Escape' || field.value !== '') return false
  field.blur()
  return true
}

function focusSearch(): boolean {
  const field = searchField()
  field?.focus()
  field?.select()
  return field !== null
}

/** From the row that has the focus to the next; from elsewhere down to the first one that is seen. */
function focusRow(step: 1 | -1): boolean {
  const active = document.activeElement
  const name = active?.getAttribute('data-row-key')
  const rows = [...document.querySelectorAll<HTMLElement>(`main [data-row-key=${name ?? 'open'}]`)]
  if (!name && step === -1) return false
  const next = name ? rows[rows.findIndex((row) => row === active) + step] : (rows.find(isSeen) ?? rows[0])
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
  return next !== undefined
}

/** Presses the checkbox of the row that has the focus. */
function selectRow(): boolean {
  const row = document.activeElement?.matches('[data-row-key]') ? document.activeElement.closest('[role=row]') : null
  return click(row?.querySelector('[data-row-key=select]'))
}

function click(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement)) return false
  element.click()
  return true
}

const isSeen = (row: Element): boolean => row.getBoundingClientRect().bottom > 0
