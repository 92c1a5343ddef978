import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { readInstallation } from './installation.server.ts'

const getInstallation = createServerFn({ method: 'GET' }).handler(() => readInstallation())

/** What is known of the installation; it never changes while the page lives. */
export const installationQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: () => getInstallation(),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Whether mails reach people; else they are files on the server, and pages must not say that one was sent. */
export const useSendsMail = (): boolean => useSuspenseQuery(installationQuery).data.sendsMail

/** Whether sign-in cards may be given, so that a user may have no address. */
export const useHasCards = (): boolean => useSuspenseQuery(installationQuery).data.hasCards

/** Whether the library lends books. */
export const useIsLending = (): boolean => useQueryClient().getQueryData(installationQuery.queryKey)?.isLending === true
