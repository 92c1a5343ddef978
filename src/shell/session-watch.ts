import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { onSessionSignal, onTabSignal } from '#base/auth/browser/session-signal.ts'
import { reloadAway } from '#base/lib/form/leave.ts'
import { currentUserQuery, getCurrentUser } from '#kit/me/me.data.ts'

type Person = NonNullable<Awaited<ReturnType<typeof getCurrentUser>>>

/** Milliseconds after which a page that becomes visible checks the session again. */
const OLD = 60_000

interface Reaction {
  /** The session of this page's user has ended, not by signing out here. */
  onLost: (person: Person) => void
  /** This page's user is signed in. */
  onFound: () => void
  /** Whether the page asks its user to sign in again: it then checks whenever it becomes visible. */
  isAsking: () => boolean
}

interface SessionWatch {
  /** Checks who is signed in and updates the page. Resolves to whether it is this page's user. */
  look: () => Promise<boolean>
  /** The user of this page. */
  person: () => Person | null
  stop: () => void
}

/**
 * Watches the session: after the session signal of this tab or another, when the page becomes visible, and when it
 * navigates after a minute. A page belongs to one user: for another user it is reloaded.
 */
export function watchSession(
  router: AnyRouter,
  queryClient: QueryClient,
  { onLost, onFound, isAsking }: Reaction,
): SessionWatch {
  const { queryKey } = currentUserQuery
  const known = (): Person | null => queryClient.getQueryData(queryKey) ?? null
  let owner = known()
  let lookedAt = Date.now()
  let looks = 0
  let isOwnDoing = false

  const look = async (): Promise<boolean> => {
    const mine = ++looks
    const before = known()
    owner ??= before
    const asked = before ? getCurrentUser() : queryClient.query({ ...currentUserQuery, staleTime: 0 })
    const person = await asked.catch(() => undefined)
    // A later check has been started: its result counts.
    if (mine !== looks) return false
    const isSigningOut = isOwnDoing
    isOwnDoing = false
    // No response: whether the session lives is not known.
    if (person === undefined) return false
    lookedAt = Date.now()
    if (person && owner && person.id !== owner.id) {
      reloadAway()
    } else if (person) follow(before, person)
    // After signing out here, the page navigates to the login anyway.
    else if (owner && !isSigningOut) onLost(owner)
    return person !== null && person.id === owner?.id
  }

  const follow = (before: Person | null, person: Person) => {
    owner ??= person
    onFound()
    if (JSON.stringify(person) === JSON.stringify(before)) return
    queryClient.setQueryData(queryKey, person)
    void router.invalidate()
  }

  const afterSignal = async () => {
    isOwnDoing = true
    if (await look()) void queryClient.invalidateQueries({ queryKey: ['account'], predicate: isNot(queryKey) })
  }
  const lookIfOld = () => {
    if (document.visibilityState === 'visible' && (isAsking() || Date.now() - lookedAt > OLD)) void look()
  }
  const stops = [
    onSessionSignal(() => void afterSignal()),
    onTabSignal(() => void look()),
    router.subscribe('onBeforeNavigate', lookIfOld),
    listen(document, 'visibilitychange', lookIfOld),
    // Restored from the back/forward cache.
    listen(window, 'pageshow', (event) => event instanceof PageTransitionEvent && event.persisted && void look()),
  ]
  return { look, person: () => owner ?? known(), stop: () => stops.forEach((stop) => stop()) }
}

const isNot =
  (key: readonly unknown[]) =>
  ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
    queryKey.join() !== key.join()

function listen(target: EventTarget, type: string, listener: (event: Event) => void): () => void {
  target.addEventListener(type, listener)
  return () => target.removeEventListener(type, listener)
}
