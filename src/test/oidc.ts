import { afterAll } from 'vitest'
import { env } from '#env/env.server.ts'
import type { Caller } from './callers.ts'
import { useEnv } from './env.ts'
import { settingsFor, startOidc, type OidcService, type Person } from './oidc-provider.ts'

/** Gives this test file an OpenID provider of its own and sets it up as Maktaba's; await it at the top. */
export async function useOidc(options: Parameters<typeof startOidc>[0] = {}): Promise<OidcService> {
  const service = await startOidc(options)
  useEnv(settingsFor(service))
  afterAll(() => service.close())
  return service
}

/** Where a request has led, and the cookies it has set. */
export interface Arrival {
  status: number
  location: string
  setCookies: string[]
}

/** A browser at the provider; its cookies are no business of Maktaba's. */
export class OidcVisit {
  readonly #cookies = new Map<string, string>()

  /** Opens the address that Maktaba leads to, signs in as `sub` or denies, and answers where the provider leads back. */
  async walk(url: string, sub: string | undefined): Promise<string> {
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

/** Presses a provider's button as the page's script does; answers the address in the answer. */
export async function askSocial(
  caller: Caller,
  { provider = 'oidc', callbackURL = '/login' }: { provider?: string; callbackURL?: string } = {},
): Promise<string> {
  const response = await caller.request('/api/auth/sign-in/social', { body: { provider, callbackURL } })
  if (!response.ok) throw new Error(`No way to ${provider}: ${response.status} ${await response.text()}`)
  const { url } = await response.json()
  return url
}

/** Comes back from a provider. */
export async function comeBack(caller: Caller, address: string): Promise<Arrival> {
  const { pathname, search } = new URL(address)
  const response = await caller.request(`${pathname}${search}`)
  return {
    status: response.status,
    location: response.headers.get('location') ?? '',
    setCookies: response.headers.getSetCookie(),
  }
}

/** The whole way: the button, the provider, where `person` signs in or, undefined, denies, and back. */
export async function signInWithOidc(
  service: OidcService,
  caller: Caller,
  person: Person | undefined,
  options: { callbackURL?: string; visit?: OidcVisit } = {},
): Promise<Arrival> {
  if (person) service.people.set(person.sub, person)
  const url = await askSocial(caller, options)
  return comeBack(caller, await (options.visit ?? new OidcVisit()).walk(url, person?.sub))
}

/** The error with which a sign-in ended: what `/login/error` is told. */
export function errorOf({ status, location }: Arrival): string | null {
  const { origin, pathname, searchParams } = new URL(location, env().baseUrl)
  return status === 302 && `${origin}${pathname}` === `${env().baseUrl}/login/error` ? searchParams.get('error') : null
}

/** The address of whoever is signed in in a browser. */
export async function whoIs(caller: Caller): Promise<string | undefined> {
  const response = await caller.request('/api/auth/get-session')
  const body = await response.json()
  return body?.user.email
}
