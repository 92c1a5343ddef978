import { fromAnswer, localError } from '#errors/local-error.ts'
import { announceRefusal } from '#lib/refusal.ts'
import type { authClient } from './client.ts'
import { notifyTabs } from './session-signal.ts'

type Client = typeof authClient
type Answer<T> = Promise<{ data: T; error: { status: number } | null }>

/** Loads better-auth's client: with the first call, or sooner, while somebody fills in the form. */
export const loadClient = async (): Promise<Client> => (await import('./client.ts')).authClient

/** Waits for better-auth's client; throws an AppError for an error answer, after the page has heard of it. */
async function answered<T>(call: (client: Client) => Answer<T>): Promise<T> {
  const client = await loadClient().catch(() => {
    // Its file did not come.
    throw localError('NETWORK')
  })
  const { data, error } = await call(client)
  if (!error) return data
  const refusal = fromAnswer(error, error.status)
  announceRefusal(refusal, { isRead: false })
  throw refusal
}

/** The same for a call that changes the session or who is signed in; better-auth's client signals it to this page. */
async function changing<T>(call: (client: Client) => Answer<T>): Promise<T> {
  const data = await answered(call)
  notifyTabs()
  return data
}

/** Asks for a code by mail; `captcha` is the token of a solved captcha, where one is asked for. */
export const sendCode = (email: string, captcha?: string) =>
  answered((client) =>
    client.emailOtp.sendVerificationOtp(
      { email, type: 'sign-in' },
      captcha === undefined ? {} : { headers: { 'x-captcha-response': captcha } },
    ),
  )

/** Signs in with a code. */
export const signInWithCode = (email: string, otp: string) =>
  changing((client) => client.signIn.emailOtp({ email, otp }))

/** Goes to a provider's sign-in, from which the browser comes back to `callbackURL`: the client leaves this page. */
export const signInWithProvider = (provider: string, callbackURL: string) =>
  answered((client) => client.signIn.social({ provider, callbackURL, errorCallbackURL: '/login/error' }))

/** Ends the session. */
export const signOut = () => changing((client) => client.signOut())

/** Changes my name. */
export const updateName = (name: string) => changing((client) => client.updateUser({ name }))

/** Signs me out everywhere but here. */
export const revokeOtherSessions = () => changing((client) => client.revokeOtherSessions())

/** Deletes my account. */
export const deleteUser = () => changing((client) => client.deleteUser())
