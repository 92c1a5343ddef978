import { request, type APIRequestContext, type BrowserContext, type BrowserContextOptions } from '@playwright/test'
import { newestCode } from './outbox.ts'

interface Visitor {
  email: string
  dataDir: string
  /** The name for onboarding; without it a new user is not onboarded. */
  name?: string
}

export type Person = 'reader' | 'admin' | 'newcomer'
export type State = Exclude<BrowserContextOptions['storageState'], string | undefined>

/** Cookies that the script of every page sets. */
const zoneCookie = (baseURL: string): State['cookies'][number] => ({
  name: 'tz',
  value: 'Africa%2FNairobi',
  domain: new URL(baseURL).hostname,
  path: '/',
  expires: -1,
  httpOnly: false,
  secure: false,
  sameSite: 'Lax',
})

/**
 * Signs in by the requests of the pages, with the code from the mail and onboarding, for journeys that start after it.
 * `signIn` uses the pages.
 */
async function enterBy(requests: APIRequestContext, baseURL: string, { email, dataDir, name }: Visitor): Promise<void> {
  const send = async (path: string, options: { data?: object; form?: Record<string, string> }) => {
    const response = await requests.post(`${baseURL}${path}`, {
      ...options,
      headers: { origin: baseURL },
      maxRedirects: 0,
    })
    if (response.status() >= 400) throw new Error(`${path} answered ${response.status()}: ${await response.text()}`)
  }
  await send('/api/auth/email-otp/send-verification-otp', { data: { email, type: 'sign-in' } })
  await send('/api/auth/sign-in/email-otp', { data: { email, otp: await newestCode(email, dataDir) } })
  if (name !== undefined) await send('/onboarding', { form: { name } })
}

/** Signs a user in in this browser. */
export async function enter(context: BrowserContext, baseURL = '', visitor: Visitor): Promise<void> {
  await enterBy(context.request, baseURL, visitor)
  await context.addCookies([zoneCookie(baseURL)])
}

/** The cookies of a new sign-in; a newcomer is not onboarded. */
export async function stateOf(baseURL: string, person: Person, visitor: Visitor): Promise<State> {
  // Not with the cookies of the test which asks first: its session would be taken over.
  const requests = await request.newContext({ storageState: { cookies: [], origins: [] } })
  const { name = 'Amina', ...visit } = visitor
  await enterBy(requests, baseURL, person === 'newcomer' ? visit : { ...visit, name })
  const { cookies, origins } = await requests.storageState()
  await requests.dispose()
  return { cookies: [...cookies, zoneCookie(baseURL)], origins }
}

/** Milliseconds after which a worker signs in again: some changes need a code of the last ten minutes. */
const RENEWED_AFTER = 5 * 60_000

/** The cookies of a sign-in that is made again when it is old. */
export function renewed(sign: () => Promise<State>): () => Promise<State> {
  let state: Promise<State> | undefined
  let signedAt = 0
  return () => {
    if (state && Date.now() - signedAt < RENEWED_AFTER) return state
    signedAt = Date.now()
    state = sign()
    return state
  }
}
