import type { ListParams } from '#base/ui/list/list-results.tsx'
import type { View } from './view.schema.ts'

/** What a list was asked for, as a view stores it. */
export const toViewSearch = (params: ListParams): View['search'] =>
  Object.fromEntries(
    Object.entries({ ...params, searchTerm: params.searchTerm.trim() }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  )

function isSame(params: View['search'], search: View['search']): boolean {
  const names = Object.keys({ ...params, ...search })
  return names.every((name) => params[name] === search[name])
}

export interface ShownView {
  view: View
  /** The list has been narrowed or sorted otherwise since the view was opened. */
  isChanged: boolean
}

/** The view that a list shows: the one with the id in the address, even if changed since, unless another is the same. */
export function shownView(views: readonly View[], params: ListParams, id: string | undefined): ShownView | undefined {
  const search = toViewSearch(params)
  const opened = views.find((view) => view.id === id)
  const same = [opened, ...views].find((view) => view && isSame(search, view.search))
  if (same) return { view: same, isChanged: false }
  return opened && { view: opened, isChanged: true }
}
