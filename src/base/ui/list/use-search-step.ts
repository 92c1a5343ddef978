import { useLocation } from '@tanstack/react-router'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The step was made by typing into a search field. */
    isSearch?: boolean | undefined
  }
}

/**
 * Options of `navigate` for a search that is typed over a list. The first letter makes a step of its own, so that Back
 * leads from the search to the list as it was left; further letters replace it.
 */
export function useSearchStep(searchTerm: string) {
  const isSearch = useLocation({ select: ({ state }) => state.isSearch === true })
  return {
    state: <State extends object>(old: State) => ({ ...old, isSearch: true }),
    replace: isSearch || searchTerm !== '',
    resetScroll: false,
  }
}
