import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { can } from '#auth/permissions.ts'
import type { BanNotice } from '#auth/session/ban.schema.ts'
import { currentUserQuery, getBan } from '#features/account/account.data.ts'
import type { Settings } from '#features/settings/settings.schema.ts'
import type { SentForm } from '#errors/sent-form.ts'
import { requestContext } from '#lib/request-context.server.ts'
import { safePath } from '#lib/safe-path.ts'
import { loadParts } from './login-parts.ts'

/** The form that was sent without script for this page; in the browser there is none. */
export const readSentForm = createIsomorphicFn()
  .server((): SentForm | null => requestContext().form)
  .client((): SentForm | null => null)

/** What the first step shows beside its form. */
interface LoginData {
  /** The form that was sent to it without script. */
  sent: SentForm | null
  /** Why this browser's session was ended, where a ban has done it. */
  ban: BanNotice | null
}

// Whoever loses their session has the page loaded anew: within the browser there is nothing to ask.
const readBan = createIsomorphicFn()
  .server(() => getBan())
  .client((): Promise<BanNotice | null> => Promise.resolve(null))

/** Loads what the first step shows with these settings, before the page is rendered. */
export async function loadLogin(settings: Settings): Promise<LoginData> {
  const ban = await readBan()
  await loadParts(settings, ban !== null)
  return { sent: readSentForm(), ban }
}

let address = ''

/** Keeps the address that was typed as long as this page lives: who comes back to change it finds it there, and no URL holds it. */
export function rememberAddress(email: string): void {
  address = email
}

/** The address that was typed last; empty on the server and on a page that has just been loaded. */
export const typedAddress = (): string => address

/** Where a sign-in leads: to the page that was asked for, else into the manager area where one may, else to the reader's. */
export const destination = (redirect: string | undefined, role: string | undefined): string =>
  safePath(redirect) ?? (can(role, 'apps:manager') ? '/manager' : '/app')

/** Forgets who was there before and goes on; the guards look who is there now. */
export function useEnter() {
  const queryClient = useQueryClient()
  const router = useRouter()
  return async (redirect: string | undefined) => {
    rememberAddress('')
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'settings' })
    router.clearCache()
    const person = await queryClient.query(currentUserQuery)
    await router.navigate({ href: destination(redirect, person?.role), replace: true })
  }
}
