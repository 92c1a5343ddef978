import type { SharedFilters } from '../search/book-search.schema.ts'

/** The less frequent filters, which the form of a dialog sets. */
const CHOSEN = ['availability', 'language', 'yearFrom', 'yearTo'] as const

/** The filters that the form sets; each is undefined for all books. */
export type ChosenFilters = Pick<SharedFilters, (typeof CHOSEN)[number]>

/** Whether one of the less frequent filters is set. */
export const isChosen = (params: ChosenFilters): boolean => CHOSEN.some((name) => params[name] !== undefined)

/** None of the less frequent filters is set. */
export const NONE_CHOSEN: ChosenFilters = {
  availability: undefined,
  language: undefined,
  yearFrom: undefined,
  yearTo: undefined,
}
