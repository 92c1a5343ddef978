import { m } from '#base/i18n/paraglide/messages.js'
import type { ListAddress } from '#base/ui/list/list-back-link.tsx'
import { filterWords, type ListFilter } from '#base/ui/list/list-filters.tsx'
import type { ListParams } from '#base/ui/list/list-results.tsx'
import type { View, ViewList } from './view.schema.ts'

/** A list that has views. */
export interface ViewedList {
  list: ViewList
  /** The address of the list. */
  to: ListAddress
  params: ListParams
  filters: readonly ListFilter[]
  /** Every order, in words; the first is the usual one. */
  orders: readonly { value: string; label: string }[]
  /** The chosen columns in words, where they can be chosen. */
  columnsText?: (columns: string) => string
}

/** What a view shows, in words: what is searched for, the filters, order and columns if they are not the usual ones. */
export function viewText({ filters, orders, columnsText }: ViewedList, search: View['search']): string[] {
  const { searchTerm, sort, columns } = search
  const [, ...others] = orders
  return [
    ...(searchTerm ? [m.views_term({ term: searchTerm })] : []),
    ...filterWords(filters.map((filter) => ({ ...filter, value: search[filter.name] }))),
    ...others.filter(({ value }) => value === sort).map(({ label }) => label),
    ...(columns !== undefined && columnsText ? [columnsText(columns)] : []),
  ]
}
