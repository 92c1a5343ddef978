import { afterEach, describe, expect, test, vi } from 'vitest'
import { Caller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { logged } from '#test/http.ts'
import {
  startSocialSignIn,
  openCallback,
  errorOf,
  OidcVisit,
  signInWithOidc,
  useOidc,
  signedInEmail,
} from '#test/sign-in/oidc.ts'
import { signInByCode } from '#test/sign-in/outbox.ts'

const oidc = await useOidc()
useDatabase()
afterEach(() => vi.restoreAllMocks())

const person = { sub: 'ada', email: 'ada@example.org', email_verified: true }
const ask = (caller: Caller) =>
  caller.request('/api/auth/sign-in/social', {
    body: { provider: 'oidc', callbackURL: '/app' },
    headers: { 'accept-language': 'fr' },
  })

async function refusal(response: Response) {
  const { code, message } = await response.json()
  return [response.status, code, message]
}
const UNAVAILABLE = [503, 'PROVIDER_UNAVAILABLE', expect.stringMatching(/^Ce mode de connexion ne répond pas/)]

/** Shortens timeouts of seconds. */
function inHaste() {
  const real = AbortSignal.timeout.bind(AbortSignal)
  return vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => real(milliseconds / 50))
}

// In this order in one server: the provider is down before the first sign-in.
describe('a provider that is down', () => {
  test.each(['down', 'silent'] as const)(
    'when Maktaba starts, keeps nobody from signing in by code: %s',
    async (mood) => {
      oidc.mood = mood
      const started = performance.now()
      expect(await signedInEmail(await signInByCode(`${mood}@example.org`))).toBe(`${mood}@example.org`)
      expect(performance.now() - started).toBeLessThan(5000)
    },
  )

  test('is reported at the button, and logged', async () => {
    oidc.mood = 'down'
    logged.length = 0
    const caller = new Caller()
    expect(await refusal(await ask(caller))).toEqual(UNAVAILABLE)
    expect(caller.cookies.size).toBe(0)
    expect(logged).toContainEqual(expect.objectContaining({ level: 40, issuer: `${oidc.issuer}/` }))
  })

  test('and keeps the connection open is given up after ten seconds', async () => {
    oidc.mood = 'silent'
    const timeout = inHaste()
    expect(await refusal(await ask(new Caller()))).toEqual(UNAVAILABLE)
    expect(timeout).toHaveBeenCalledWith(10_000)
  })

  test('works again when it is back', async () => {
    oidc.mood = 'well'
    const callers = Array.from({ length: 3 }, () => new Caller())
    const arrivals = await Promise.all(
      callers.map((caller) => signInWithOidc(oidc, caller, person, { callbackURL: '/app' })),
    )
    expect(arrivals.map(({ location }) => location)).toContain('http://localhost:3000/app')
    const caller = new Caller()
    await signInWithOidc(oidc, caller, person)
    expect(await signedInEmail(caller)).toBe(person.email)
  })

  test('during a callback leads to the error page', async () => {
    const caller = new Caller()
    const back = await new OidcVisit().follow(await startSocialSignIn(caller), person.sub)
    oidc.mood = 'down'
    expect(errorOf(await openCallback(caller, back))).toBe('invalid_code')
    expect(await signedInEmail(caller)).toBeUndefined()
  })

  test('and hangs during a callback is given up after twenty seconds', async () => {
    oidc.mood = 'well'
    const caller = new Caller()
    const back = await new OidcVisit().follow(await startSocialSignIn(caller), person.sub)
    oidc.mood = 'silent'
    const timeout = inHaste()
    expect(errorOf(await openCallback(caller, back))).toBe('unable_to_get_user_info')
    expect(timeout).toHaveBeenCalledWith(20_000)
    expect(await signedInEmail(caller)).toBeUndefined()
    timeout.mockRestore()
    oidc.mood = 'well'
    await signInWithOidc(oidc, caller, person)
    expect(await signedInEmail(caller)).toBe(person.email)
  })
})
