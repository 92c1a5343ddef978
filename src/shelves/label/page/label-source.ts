import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useInBrowser } from '#base/ui/use-in-browser.ts'
import { cardsQuery, copyLabelsQuery } from '../label.data.ts'
import { keptBorrowersOf, chosenBorrowersText, chosenCopiesText, keptCopiesOf } from '../label-selection.ts'
import { cardRangeOf, rangeOf, type LabelsSearch } from '../label-search.schema.ts'

/** The labels of copies that the page prints; `isLost` where a selection is not kept any more. */
export function useCopyLabels(search: LabelsSearch) {
  const text = useInBrowser(chosenCopiesText, '')
  const chosen = search.chosen ? keptCopiesOf(text) : undefined
  const query = useQuery({
    ...copyLabelsQuery(chosen ? { chosen } : rangeOf(search)),
    enabled: chosen !== undefined || !search.chosen,
    placeholderData: keepPreviousData,
  })
  return { ...query, isLost: search.chosen === true && chosen === undefined }
}

/** The library cards that the page prints. */
export function useCards(search: LabelsSearch) {
  const text = useInBrowser(chosenBorrowersText, '')
  const chosen = search.chosen ? keptBorrowersOf(text) : undefined
  const query = useQuery({
    ...cardsQuery(chosen ? { chosen } : cardRangeOf(search)),
    enabled: chosen !== undefined || !search.chosen,
    placeholderData: keepPreviousData,
  })
  return { ...query, isLost: search.chosen === true && chosen === undefined }
}
