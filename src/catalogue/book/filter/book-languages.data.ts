import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { withOfflineFallback } from '#kit/offline/offline-fallback.data.ts'
import { formatLanguage } from '#base/i18n/format.ts'
import { connectionLostSince } from '#base/lib/connection/connection.ts'
import { recordOf } from '#base/lib/record-of.ts'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { bookRouter } from '../book.router.server.ts'
import { offlineBooks, type KeptBooks } from '../shared/offline-books.ts'
import { BOOK_LANGUAGES_KEY } from './language-names.ts'

const listBookLanguages = createServerFn({ method: 'GET' }).handler(() =>
  callProcedure(bookRouter.listLanguages, undefined),
)

/** The languages that books have, by their codes, with their names. Kept, since pages name languages by it. */
export const bookLanguagesQuery = queryOptions({
  queryKey: BOOK_LANGUAGES_KEY,
  queryFn: ({ signal }) =>
    withOfflineFallback<KeptBooks, Record<string, string>>(
      offlineBooks,
      () => listBookLanguages({ signal }),
      (kept) => recordOf(kept.languages().map((code) => [code, formatLanguage(code)])),
    ),
  staleTime: 60_000,
  gcTime: Number.POSITIVE_INFINITY,
})

/** Asks for the names again where that of a book's language is not known: it came to the library while this page was open. */
export async function loadLanguageName(queryClient: QueryClient, code: string | null): Promise<void> {
  if (code === null || formatLanguage(code) !== code || connectionLostSince()) return
  await queryClient.query({ ...bookLanguagesQuery, staleTime: 0 }).catch(() => undefined)
}
