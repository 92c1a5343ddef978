import type { SharedFilters } from '../search/book-search.schema.ts'

/** The less frequent filters, which the form of a dialog sets. */
const CHOSEN = ['availability', 'language', 'yearFrom', 'yearTo'] as const

/** What the form sets; undefined for all. */
export type ChosenFilters = Pick<SharedFilters, (typeof CHOSEN)[number]>

/** Whether one of them is set. */
export const isChosen = (params: ChosenFilters): boolean => CHOSEN.some((name) => params[name] !== undefined)

/** None of them. */
export const NONE_CHOSEN: ChosenFilters = {
  availability: undefined,
  language: undefined,
  yearFrom: undefined,
  yearTo: undefined,
}
