import { afterEach, describe, expect, test } from 'vitest'
import { Caller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { openCallback, OidcVisit, useOidc, signedInEmail } from '#test/sign-in/oidc.ts'

const oidc = await useOidc()
useDatabase()
afterEach(() => {
  oidc.mood = 'well'
})

const person = { sub: 'ada', email: 'ada@example.org', email_verified: true }
oidc.people.set(person.sub, person)
const send = (caller: Caller, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  caller.request('/login/social', { body: new URLSearchParams(fields), headers })

/** URL of the page's `refresh` header. */
const refreshOf = (response: Response): string => /^0; url=(.+)$/.exec(response.headers.get('refresh') ?? '')?.[1] ?? ''

/** What the page would show again. */
const shown = async (response: Response) => {
  const { error, values } = await response.json()
  return { status: response.status, code: error.code, values }
}

describe("a provider's button without script", () => {
  test('leads to the provider and, in the same browser, back to a session', async () => {
    const caller = new Caller()
    const response = await send(caller, { provider: 'oidc', redirect: '/app/books?searchTerm=a&genreId=b' })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(caller.cookies.has('better-auth.state')).toBe(true)
    const url = refreshOf(response)
    // For browsers that ignore `refresh`.
    expect(await response.text()).toContain(`<a href="${url.replaceAll('&', '&amp;')}">`)
    const { location } = await openCallback(caller, await new OidcVisit().follow(url, person.sub))
    expect(location).toBe('http://localhost:3000/app/books?searchTerm=a&genreId=b')
    expect(await signedInEmail(caller)).toBe(person.email)
  })

  test('does not relax form-action of any page', async () => {
    const response = await send(new Caller(), { provider: 'oidc' })
    expect(response.headers.get('content-security-policy')).toMatch(/; form-action 'self';/)
  })

  test.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/\t/evil.example', ''])(
    'never redirects to another site: %j',
    async (redirect) => {
      const caller = new Caller()
      const url = refreshOf(await send(caller, { provider: 'oidc', redirect }))
      const { location } = await openCallback(caller, await new OidcVisit().follow(url, person.sub))
      expect(location).toBe('http://localhost:3000/login')
    },
  )

  test.each(['github', 'constructor', '', 'x"><script>'])(
    'for an unknown provider is shown again: %j',
    async (provider) => {
      const caller = new Caller()
      const { status, code, values } = await shown(await send(caller, { provider }))
      expect([status < 500, code, values]).toEqual([true, 'PROVIDER_NOT_FOUND', { provider }])
      expect(caller.cookies.size).toBe(0)
    },
  )

  test('from another site starts no sign-in', async () => {
    for (const origin of ['http://evil.example', 'null', oidc.issuer]) {
      const caller = new Caller()
      expect((await send(caller, { provider: 'oidc' }, { origin })).status).toBe(403)
      expect(caller.cookies.size).toBe(0)
    }
  })

  test('refuses a body that is not a form, without a server error', async () => {
    for (const init of [
      { body: '{}' },
      { body: 'x', headers: { 'content-type': 'multipart/form-data' } },
      { method: 'POST' },
    ]) {
      const { status } = await new Caller().request('/login/social', init)
      expect([init, status]).toEqual([init, expect.toSatisfy((one: number) => one >= 200 && one < 500)])
    }
  })
})
