import type { AppError } from '#base/errors/app-error.ts'
import { fromThrown } from '#base/errors/local-error.ts'

interface Circumstance {
  /** The failed call was a read: no action of the user was refused. */
  isRead: boolean
}

/** Called for every error response; returns true if a dialog of the page handles it. */
export type RefusalListener = (error: AppError, circumstance: Circumstance) => boolean

/**
 * Attribute of a button that opens a form or a confirmation of a change, such as 'Delete': in demo mode the shell
 * answers the press itself, before anything is typed or confirmed.
 */
export const blockedInDemo = { 'data-blocked-in-demo': '' }

let listener: RefusalListener | undefined
const handled = new WeakSet<AppError>()

/** Sets the listener of the shell; undefined removes it. */
export function setRefusalListener(next: RefusalListener | undefined): void {
  listener = next
}

/** Announces an error response to the listener; every transport calls this before it throws the error. */
export function announceRefusal(error: AppError, circumstance: Circumstance): void {
  if (listener?.(error, circumstance)) handled.add(error)
}

/** Whether a dialog handles this error, so that no other message is needed. */
export const isRefusalHandled = (error: AppError): boolean => handled.has(error)

/** Asks the user to confirm that it is them, by a code or a passkey. Resolves to whether they did. */
type ReauthenticationAsker = () => Promise<boolean>

let asker: ReauthenticationAsker | undefined

/** Sets who asks to reauthenticate: the shell; undefined removes it. */
export function setReauthenticationAsker(next: ReauthenticationAsker | undefined): void {
  asker = next
}

/**
 * Makes a call. If it is refused until the user reauthenticates, asks for that and makes the call again; whoever declines gets
 * the refusal, without another message.
 */
export async function withReauthentication<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (thrown) {
    const error = fromThrown(thrown)
    if (error.code !== 'SESSION_EXPIRED' || !asker) throw thrown
    if (await asker()) return call()
    handled.add(error)
    throw error
  }
}
