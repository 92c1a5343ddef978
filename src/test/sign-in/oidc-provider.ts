import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  interactionPolicy,
  Provider,
  type Adapter,
  type AdapterPayload,
  type Configuration,
  type InteractionResults,
} from 'oidc-provider'

export const CLIENT_ID = 'maktaba'
export const CLIENT_SECRET = 'the+secret:of-the/client&100%'

/** An account at the provider: claims of OpenID Connect. */
export interface Person {
  sub: string
  email?: unknown
  email_verified?: unknown
  name?: unknown
  picture?: unknown
  /** Not a standard claim. */
  emailVerified?: unknown
}

/** An OpenID provider on loopback. */
export interface OidcService {
  issuer: string
  /** The accounts, by `sub`. */
  people: Map<string, Person>
  /** How it answers from now on: normally, not at all, or by closing the connection. */
  mood: 'well' | 'silent' | 'down'
  /** The client credentials that Maktaba has sent, oldest first. */
  credentials: (string | undefined)[]
  close: () => Promise<void>
}

/** The settings for this provider. */
export const settingsFor = ({ issuer }: Pick<OidcService, 'issuer'>) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: CLIENT_ID,
  OIDC_CLIENT_SECRET: CLIENT_SECRET,
  OIDC_NAME: 'the university',
})

/**
 * Starts a provider. Its sign-in page has a button for each account and one to deny; tests use `?person=<sub>` or
 * `?deny`. With `claimsInIdToken` the ID token contains the address; otherwise only the userinfo endpoint does.
 */
export async function startOidc({ claimsInIdToken = false } = {}): Promise<OidcService> {
  const people = new Map<string, Person>()
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const provider = new Provider(issuer, configurationOf(people, claimsInIdToken))
  const handle = provider.callback()
  const service: OidcService = {
    issuer,
    people,
    mood: 'well',
    credentials: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (service.mood === 'silent') return
    if (service.mood === 'down') return void request.socket.destroy()
    const { pathname, searchParams } = new URL(request.url ?? '', issuer)
    if (pathname === '/token') service.credentials.push(request.headers.authorization)
    if (!pathname.startsWith('/interaction/')) return handle(request, response)
    const person = searchParams.get('person')
    if (person !== null) return finish(request, response, { login: { accountId: person } })
    if (searchParams.has('deny')) return finish(request, response, { error: 'access_denied' })
    response.setHeader('content-type', 'text/html; charset=utf-8').end(pageOf(people))
  }
  const finish = (request: IncomingMessage, response: ServerResponse, result: InteractionResults) =>
    provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  return service
}

/** The provider's storage, by model. */
class Memory implements Adapter {
  readonly #rows: Map<string, AdapterPayload>

  constructor(rows: Map<string, AdapterPayload>) {
    this.#rows = rows
  }

  async upsert(id: string, row: AdapterPayload) {
    this.#rows.set(id, row)
  }

  find = async (id: string) => this.#rows.get(id)
  findByUid = async (uid: string) => [...this.#rows.values()].find((row) => row.uid === uid)
  findByUserCode = async () => undefined

  async consume(id: string) {
    const row = this.#rows.get(id)
    if (row) row.consumed = true
  }

  async destroy(id: string) {
    this.#rows.delete(id)
  }

  async revokeByGrantId(grantId: string) {
    for (const [id, row] of this.#rows) if (row.grantId === grantId) this.#rows.delete(id)
  }
}

function configurationOf(people: Map<string, Person>, claimsInIdToken: boolean): Configuration {
  // Signing in implies consent, also for native clients.
  const policy = interactionPolicy.base()
  policy.get('consent')?.checks.remove('native_client_prompt')
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    adapter: () => new Memory(new Map()),
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kty: 'RSA', use: 'sig', alg: 'RS256', kid: 'one' }] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        // Makes the port on loopback irrelevant, since each server under test has another.
        application_type: 'native',
        redirect_uris: ['http://localhost/api/auth/callback/oidc', 'http://127.0.0.1/api/auth/callback/oidc'],
      },
    ],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_, { uid }) => `/interaction/${uid}` },
    claims: { openid: ['sub'], email: ['email', 'email_verified', 'emailVerified'], profile: ['name', 'picture'] },
    renderError: (context, { error, error_description }) => {
      context.body = `${error}: ${error_description}`
    },
    conformIdTokenClaims: !claimsInIdToken,
    findAccount: (_, sub) => {
      const person = people.get(sub)
      return person && { accountId: sub, claims: () => ({ ...person }) }
    },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ accountId: oidc.session?.accountId, clientId: oidc.client?.clientId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    ttl: { AccessToken: 60, Grant: 600, IdToken: 60, Interaction: 600, Session: 600 },
  }
}

const escaped = (text: unknown): string =>
  String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** The provider's sign-in page. */
function pageOf(people: Map<string, Person>): string {
  const buttons = [...people.values()].map(
    ({ sub, name }) =>
      `<p><button name="person" value="${escaped(sub)}">Continue as ${escaped(name ?? sub)}</button></p>`,
  )
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>The university</title>
    <h1>The university</h1><form>${buttons.join('')}<p><button name="deny" value="1">Deny</button></p></form>`
}
