import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { ALL_LANGUAGES_KEY } from '../filter/language-names.ts'
import { bookEditRouter } from './book-edit.router.server.ts'

const nameLanguages = createServerFn({ method: 'GET' }).handler(() =>
  callProcedure(bookEditRouter.nameLanguages, undefined),
)

const listOtherNames = createServerFn({ method: 'GET' }).handler(() =>
  callProcedure(bookEditRouter.listOtherLanguageNames, undefined),
)

const ALWAYS = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY }

/** The names of all languages in the page's language, by code: managers also meet languages of former versions and of files. */
export const languageNamesQuery = queryOptions({
  queryKey: ALL_LANGUAGES_KEY,
  queryFn: () => nameLanguages(),
  ...ALWAYS,
})

/** What the languages are called in the other languages of Maktaba, by which one can be typed as well. */
export const otherLanguageNamesQuery = queryOptions({
  queryKey: [...ALL_LANGUAGES_KEY, 'others'],
  queryFn: () => listOtherNames(),
  ...ALWAYS,
})
