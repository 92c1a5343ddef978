import type { QueryClient } from '@tanstack/react-query'

/** The languages that books have, by their codes, with their names in the page's language. */
export const BOOK_LANGUAGES_KEY = ['book', 'languages']
/** The same of all languages. */
export const ALL_LANGUAGES_KEY = ['languages']

/** Finds the name of a language in what the server has sent. Apart from the queries, since every page loads it. */
export const languageNamesIn =
  (queryClient: QueryClient) =>
  (code: string): string | undefined =>
    [ALL_LANGUAGES_KEY, BOOK_LANGUAGES_KEY]
      .map((key) => queryClient.getQueryData<Record<string, string>>(key)?.[code])
      .find((name) => name !== undefined)
