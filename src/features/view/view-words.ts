import { m } from '#i18n/paraglide/messages.js'
import type { ListAddress } from '#ui/list/list-back-link.tsx'
import { filterWords, type ListFilter } from '#ui/list/list-filters.tsx'
import type { ListParams } from '#ui/list/list-results.tsx'
import type { View, ViewList } from './view.schema.ts'

/** A list that has views. */
export interface ViewedList {
  list: ViewList
  /** Its address. */
  to: ListAddress
  params: ListParams
  filters: readonly ListFilter[]
  /** Every order, in words; the first is the usual one. */
  orders: readonly { value: string; label: string }[]
}

/** What a view shows, in words: what is searched for, the filters, the order if it is not the usual one. */
export function viewText({ filters, orders }: ViewedList, search: View['search']): string[] {
  const { searchTerm, sort } = search
  const [, ...others] = orders
  return [
    ...(searchTerm ? [m.views_term({ term: searchTerm })] : []),
    ...filterWords(filters.map((filter) => ({ ...filter, value: search[filter.name] }))),
    ...others.filter(({ value }) => value === sort).map(({ label }) => label),
  ]
}
