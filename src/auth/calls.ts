import { AppError } from '#lib/app-error.ts'
import type { authClient } from './client.ts'

interface AuthFailure {
  code?: string | undefined
  status: number
  message?: string | undefined
}

/** What better-auth's client answers as an error, as an AppError. */
const fromAuthFailure = ({ code, status, message }: AuthFailure): AppError =>
  new AppError({
    code: code ?? (status === 429 ? 'TOO_MANY_REQUESTS' : status === 0 ? 'NETWORK' : 'UNKNOWN_ERROR'),
    status,
    ...(message === undefined ? {} : { message }),
  })

type Client = typeof authClient
type Answer<T> = Promise<{ data: T; error: AuthFailure | null }>

/** Loads better-auth's client: with the first call, or sooner, while somebody fills in the form. */
export const loadClient = async (): Promise<Client> => (await import('./client.ts')).authClient

/** Waits for better-auth's client; throws an AppError for an error answer and for none. */
async function answered<T>(call: (client: Client) => Answer<T>): Promise<T> {
  const { data, error } = await loadClient()
    .then(call)
    .catch(() => {
      throw new AppError({ code: 'NETWORK', status: 0 })
    })
  if (error) throw fromAuthFailure(error)
  return data
}

/** Asks for a code by mail. */
export const sendCode = (email: string) =>
  answered((client) => client.emailOtp.sendVerificationOtp({ email, type: 'sign-in' }))

/** Signs in with a code. */
export const signInWithCode = (email: string, otp: string) =>
  answered((client) => client.signIn.emailOtp({ email, otp }))

/** Ends the session. */
export const signOut = () => answered((client) => client.signOut())
