import { isShell } from './is-shell.ts'
import { forgetUnanswered, noteUnanswered } from './unanswered-note.ts'

// Whether the server can be reached. Whoever has waited for it once does not wait again: while the connection counts as
// lost, pages show the offline catalogue at once, and the server is asked in the background (`check-connection.ts`).

const listeners = new Set<() => void>()
// Where no page could be loaded, the service worker has waited already.
let lostSince = isShell ? new Date() : undefined

/** Since when the server does not answer; undefined while it does. */
export const connectionLostSince = (): Date | undefined => lostSince

/** For `useSyncExternalStore`. */
export function watchConnection(onChange: () => void): () => void {
  listeners.add(onChange)
  return () => void listeners.delete(onChange)
}

function change(since: Date | undefined): void {
  lostSince = since
  for (const listener of listeners) listener()
}

/** Notes that the server did not answer, or not in time. */
export function noteLost(): void {
  void noteUnanswered()
  if (!lostSince) change(new Date())
}

/** Notes that the server has answered. */
export function noteAnswer(): void {
  if (!lostSince) return
  change(undefined)
  void forgetUnanswered()
}

const suspicions = new Set<() => void>()

/** A call has failed without an answer: what follows the connection checks it. */
export function suspectConnection(): void {
  for (const check of suspicions) check()
}

/** Registers what checks the connection; returns its removal. */
export function onSuspicion(check: () => void): () => void {
  suspicions.add(check)
  return () => void suspicions.delete(check)
}
