import { fromAnswer } from '#base/errors/local-error.ts'
import { rethrowChunkError } from '#base/lib/connection/build-watch.ts'
import { announceRefusal } from '#base/lib/form/refusal.ts'
import type { authClient } from './client.ts'
import { notifyTabs } from './session-signal.ts'

type Client = typeof authClient
type Answer<T> = Promise<{ data: T; error: { status: number } | null }>

/** Loads better-auth's client: with the first call, or earlier while the form is being filled in. */
export const loadClient = async (): Promise<Client> => (await import('./client.ts')).authClient

/** Calls better-auth's client; announces an error response to the page and throws it as an AppError. */
async function callClient<T>(call: (client: Client) => Answer<T>): Promise<T> {
  const client = await loadClient().catch(rethrowChunkError)
  const { data, error } = await call(client)
  if (!error) return data
  const refusal = fromAnswer(error, error.status)
  announceRefusal(refusal, { isRead: false })
  throw refusal
}

/** `callClient` for a call that changes the session: tells the other tabs, since the client signals only this page. */
async function callAndNotify<T>(call: (client: Client) => Answer<T>): Promise<T> {
  const data = await callClient(call)
  notifyTabs()
  return data
}

/** Requests a code by mail; `captcha` is the token of the solved captcha, if one is configured. */
export const sendCode = (email: string, captcha?: string) =>
  callClient((client) =>
    client.emailOtp.sendVerificationOtp(
      { email, type: 'sign-in' },
      captcha === undefined ? {} : { headers: { 'x-captcha-response': captcha } },
    ),
  )

/** Signs in with a code. */
export const signInWithCode = (email: string, otp: string) =>
  callAndNotify((client) => client.signIn.emailOtp({ email, otp }))

/** Redirects the browser to a provider's sign-in, which returns to `callbackURL`. */
export const signInWithProvider = (provider: string, callbackURL: string) =>
  callClient((client) => client.signIn.social({ provider, callbackURL, errorCallbackURL: '/login/error' }))

/** Ends the session. */
export const signOut = () => callAndNotify((client) => client.signOut())

/** Changes the name of the signed-in user. */
export const updateName = (name: string) => callAndNotify((client) => client.updateUser({ name }))

/** Revokes all sessions of the signed-in user except this one. */
export const revokeOtherSessions = () => callAndNotify((client) => client.revokeOtherSessions())

/** Deletes the account of the signed-in user. */
export const deleteUser = () => callAndNotify((client) => client.deleteUser())
