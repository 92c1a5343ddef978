import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { can } from '#base/auth/permissions.ts'
import type { BanNotice } from '#base/auth/session/ban.schema.ts'
import { currentUserQuery, getBan } from '#kit/me/me.data.ts'
import type { Installation } from '#kit/installation/installation.schema.ts'
import type { SentForm } from '#base/errors/sent-form.ts'
import { onlyPageOf } from '#kit/slice.ts'
import { safePath } from '#base/lib/http/safe-path.ts'
import { getHasOpenCard } from './card/open-card.data.ts'
import { loadParts } from './login-parts.tsx'

interface LoginData {
  /** The form that was submitted without script. */
  sent: SentForm | null
  /** The ban that ended this browser's session. */
  ban: BanNotice | null
  /** Whether somebody has a sign-in card that can still be used. */
  hasOpenCard: boolean
}

// A session that ends reloads the page, so only the server needs to read this.
const readBan = createIsomorphicFn()
  .server(() => getBan())
  .client((): Promise<BanNotice | null> => Promise.resolve(null))

/** Loads the data of the first step before the page is rendered. */
export async function loadLogin(settings: Installation, sent: SentForm | null = null): Promise<LoginData> {
  const isCardOpen = settings.hasCards
    ? // Without an answer the way is shown: somebody may have no other.
      getHasOpenCard().catch(() => true)
    : Promise.resolve(false)
  const ban = await readBan()
  await loadParts(settings, ban !== null)
  return { sent, ban, hasOpenCard: await isCardOpen }
}

let address = ''

/** Keeps the typed address in memory while the page lives, so that 'back' finds it in the field and no URL holds it. */
export function rememberAddress(email: string): void {
  address = email
}

/** The last typed address; empty on the server and after a reload. */
export const typedAddress = (): string => address

/** Where a sign-in leads: to the requested page, else to the manager area for who sees some of it, else to the reader area. */
export const destination = (redirect: string | undefined, role: string | undefined): string =>
  safePath(redirect) ?? (can(role, 'apps:manager') || onlyPageOf(role) ? '/manager' : '/app')

/** A sign-in that is being completed: a passkey can be used at the field and by the button at once. */
let completing: Promise<void> | undefined

/** Clears the caches of the previous user and navigates; the guards read the new session. */
export function useCompleteSignIn() {
  const queryClient = useQueryClient()
  const router = useRouter()
  const complete = async (redirect: string | undefined) => {
    rememberAddress('')
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'settings' })
    router.clearCache()
    const me = await queryClient.query(currentUserQuery).catch(() => null)
    // The sign-in is done all the same: the login page can be tried again, and redirects to where the role belongs.
    if (me) await router.navigate({ href: destination(redirect, me.role), replace: true })
    else await router.navigate({ to: '/login', search: { redirect }, replace: true })
  }
  return (redirect: string | undefined): Promise<void> =>
    (completing ??= complete(redirect).finally(() => (completing = undefined)))
}
