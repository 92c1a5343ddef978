import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { readSettings } from './settings.server.ts'

const getSettings = createServerFn({ method: 'GET' }).handler(() => readSettings())

/** Settings of the installation; they never change while the page lives. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: () => getSettings(),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Whether mails reach people; else they are files on the server, and pages must not say that one was sent. */
export const useSendsMail = (): boolean => useSuspenseQuery(settingsQuery).data.sendsMail

/** Whether sign-in cards may be given, so that a user may have no address. */
export const useHasCards = (): boolean => useSuspenseQuery(settingsQuery).data.hasCards

/** Whether the library lends books. */
export const useIsLending = (): boolean => useQueryClient().getQueryData(settingsQuery.queryKey)?.isLending === true

/** The time zone in which times are shown. */
export const useTimeZone = (): string => useQueryClient().getQueryData(settingsQuery.queryKey)?.timeZone ?? 'UTC'
