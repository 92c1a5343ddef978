import type { QueryClient } from '@tanstack/react-query'

/** Key of the query that answers the names, in the page's language, of the languages that books have, by their codes. */
export const BOOK_LANGUAGES_KEY = ['book', 'languages']
/** Key of the query that answers the names of all languages that can be chosen. */
export const ALL_LANGUAGES_KEY = ['languages']

/** Finds the name of a language in what the server has sent. Apart from the queries, since every page loads it. */
export const languageNamesIn =
  (queryClient: QueryClient) =>
  (code: string): string | undefined =>
    [ALL_LANGUAGES_KEY, BOOK_LANGUAGES_KEY]
      .map((key) => queryClient.getQueryData<Record<string, string>>(key)?.[code])
      .find((name) => name !== undefined)
