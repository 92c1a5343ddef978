import { afterAll } from 'vitest'
import { env } from '#base/env/env.server.ts'
import type { Caller } from '../callers.ts'
import { useEnv } from '../env.ts'
import { settingsFor, startOidc, type OidcService, type Person } from './oidc-provider.ts'

/** Starts an OpenID provider for this test file and configures it; await it at the top. */
export async function useOidc(options: Parameters<typeof startOidc>[0] = {}): Promise<OidcService> {
  const service = await startOidc(options)
  useEnv(settingsFor(service))
  afterAll(() => service.close())
  return service
}

/** The redirect of a response, and its cookies. */
export interface Arrival {
  status: number
  location: string
  setCookies: string[]
}

/** A browser at the provider, with its own cookies. */
export class OidcVisit {
  readonly #cookies = new Map<string, string>()

  /** Opens the provider's URL, signs in as `sub` or denies, and returns the callback URL. */
  async follow(url: string, sub: string | undefined): Promise<string> {
    const { origin } = new URL(url)
    let next = url
    for (let steps = 0; steps < 10; steps++) {
      const response = await fetch(next, {
        redirect: 'manual',
        headers: { cookie: [...this.#cookies].map((pair) => pair.join('=')).join('; ') },
      })
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        this.#cookies.set(name, value)
      }
      const location = response.headers.get('location')
      if (location === null) throw new Error(`The provider stays at ${next}: ${await response.text()}`)
      const target = new URL(location, next)
      if (target.origin !== origin) return target.href
      if (target.pathname.startsWith('/interaction/'))
        target.search = `?${new URLSearchParams(sub === undefined ? { deny: '1' } : { person: sub })}`
      next = target.href
    }
    throw new Error(`The provider leads nowhere: ${next}`)
  }
}

/** Presses a provider's button as the page's script does; returns the provider's URL. */
export async function startSocialSignIn(
  caller: Caller,
  { provider = 'oidc', callbackURL = '/login' }: { provider?: string; callbackURL?: string } = {},
): Promise<string> {
  const response = await caller.request('/api/auth/sign-in/social', { body: { provider, callbackURL } })
  if (!response.ok) throw new Error(`No way to ${provider}: ${response.status} ${await response.text()}`)
  const { url } = await response.json()
  return url
}

/** Opens the callback URL. */
export async function openCallback(caller: Caller, address: string): Promise<Arrival> {
  const { pathname, search } = new URL(address)
  const response = await caller.request(`${pathname}${search}`)
  return {
    status: response.status,
    location: response.headers.get('location') ?? '',
    setCookies: response.headers.getSetCookie(),
  }
}

/** A complete sign-in: the button, the provider, where `person` signs in or (undefined) denies, and the callback. */
export async function signInWithOidc(
  service: OidcService,
  caller: Caller,
  person: Person | undefined,
  options: { callbackURL?: string; visit?: OidcVisit } = {},
): Promise<Arrival> {
  if (person) service.people.set(person.sub, person)
  const url = await startSocialSignIn(caller, options)
  return openCallback(caller, await (options.visit ?? new OidcVisit()).follow(url, person?.sub))
}

/** The error of a sign-in: the parameter of `/login/error`. */
export function errorOf({ status, location }: Arrival): string | null {
  const { origin, pathname, searchParams } = new URL(location, env().baseUrl)
  return status === 302 && `${origin}${pathname}` === `${env().baseUrl}/login/error` ? searchParams.get('error') : null
}

/** The address of the user who is signed in in a browser. */
export async function signedInEmail(caller: Caller): Promise<string | undefined> {
  const response = await caller.request('/api/auth/get-session')
  const body = await response.json()
  return body?.user.email
}
