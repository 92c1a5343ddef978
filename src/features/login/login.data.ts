import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import type { SentForm } from '#i18n/sent-form.ts'
import { requestContext } from '#lib/request-context.server.ts'
import { safePath } from '#lib/safe-path.ts'

/** The form that was sent without script for this page; in the browser there is none. */
export const readSentForm = createIsomorphicFn()
  .server((): SentForm | null => requestContext().form)
  .client((): SentForm | null => null)

/** Where a sign-in leads: to the page that was asked for, else to the reader area. */
export const destination = (redirect: string | undefined): string => safePath(redirect) ?? '/app'

/** Forgets who was there before and goes on to `path`; the guards look who is there now. */
export function useEnter() {
  const queryClient = useQueryClient()
  const router = useRouter()
  return async (path: string) => {
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'settings' })
    router.clearCache()
    await router.navigate({ href: path, replace: true })
  }
}
