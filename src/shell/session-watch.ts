import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { onSessionSignal, onTabSignal } from '#auth/browser/session-signal.ts'
import { isLeaving } from '#lib/leave.ts'
import { currentUserQuery, getCurrentUser } from '#features/account/account.data.ts'

type Person = NonNullable<Awaited<ReturnType<typeof getCurrentUser>>>

/** Milliseconds after which a page that is turned to again asks who is signed in. */
const OLD = 60_000

interface Reaction {
  /** The session of this page's person is over, not by their own doing on this page. */
  onLost: (person: Person) => void
  /** This page's person is signed in. */
  onFound: () => void
  /** The page asks its person to sign in again: it looks whenever it is turned to. */
  isAsking: () => boolean
}

interface SessionWatch {
  /** Asks who is signed in, and lets the page follow. Answers whether it is this page's person. */
  look: () => Promise<boolean>
  /** Whose page it is. */
  person: () => Person | null
  stop: () => void
}

/**
 * Watches who is signed in: after the session signal, after another tab's, when the page is turned to or moved
 * on after a minute. A page belongs to one person: for another one it is loaded anew.
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
    // A later question knows better.
    if (mine !== looks) return false
    const isSigningOut = isOwnDoing
    isOwnDoing = false
    // No answer: nothing is known.
    if (person === undefined) return false
    lookedAt = Date.now()
    if (person && owner && person.id !== owner.id) {
      if (!isLeaving()) location.reload()
    } else if (person) follow(before, person)
    // Whoever has signed out here is on the way to the login.
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
    // Back, to a page that was kept as it stood.
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
