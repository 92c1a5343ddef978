import { createHash, randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { prepared } from '#base/db/connection/prepared.server.ts'
import { apiKey } from '#base/db/tables/api-key.ts'
import { user } from '#base/db/tables/user.ts'
import type { AppError } from '#base/errors/app-error.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { now } from '#base/lib/clock.ts'
import { oncePerRequest, requestContext } from '#base/lib/http/request-context.server.ts'
import { consumeKeyCall } from './api-key-limit.server.ts'
import { recordKeyUse } from './api-key-use.server.ts'
import { can } from '#base/auth/permissions.ts'
import { isBanned } from '#base/auth/session/ban.schema.ts'
import { type CurrentSession } from '#base/auth/session/session.server.ts'

// Secret scanners recognise a leaked key by this prefix and its length.
const START = 'mkt_'
const FORM = /^mkt_[A-Za-z0-9_-]{43}$/
/** Characters that are stored in clear, for the owner to recognise the key. */
const PREFIX_LENGTH = 9

/** SHA-256 is enough: 32 random bytes cannot be guessed, so a slow hash would only cost time. */
const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest()

/** A new key, with the hash and the prefix to store. */
export function createKey(): { key: string; hash: Buffer; prefix: string } {
  const key = START + randomBytes(32).toString('base64url')
  return { key, hash: hashOf(key), prefix: key.slice(0, PREFIX_LENGTH) }
}

/**
 * The API key of a request, from `Authorization: Bearer` or `X-API-Key`; undefined without one. Throws API_KEY_INVALID
 * for a key under another scheme, and when both headers name one.
 */
export function keyFromHeaders(headers: Headers): string | undefined {
  const authorization = headers.get('authorization')?.trim()
  const bearer = authorization === undefined ? undefined : /^bearer(?:\s+(.*))?$/i.exec(authorization)
  const inHeader = headers.get('x-api-key')
  // Another scheme is the password of a proxy in front of the server, and no key.
  const isOther = authorization !== undefined && !bearer
  if ((isOther && authorization.includes(START)) || (bearer && inHeader !== null)) throw refused('API_KEY_INVALID')
  return bearer ? (bearer[1] ?? '') : (inHeader?.trim() ?? undefined)
}

function refused(code: 'API_KEY_INVALID' | 'API_KEY_EXPIRED'): AppError {
  requestContext().headers.push(['www-authenticate', 'Bearer error="invalid_token"'])
  return createError(code)
}

/**
 * The owner of a key, as a session with the key's scopes; looked up and counted once a request. A key is invalid while
 * its owner is banned, deleted, not onboarded, or not allowed into the manager area. Throws API_KEY_INVALID,
 * API_KEY_EXPIRED, TOO_MANY_REQUESTS.
 */
export const sessionOfKey = oncePerRequest(findByKey)

async function findByKey(key: string): Promise<CurrentSession> {
  if (!FORM.test(key)) throw refused('API_KEY_INVALID')
  const [row] = await keyByHash().execute({ hash: hashOf(key) })
  const at = now()
  if (!row || isBanned(row, at) || row.onboardedAt === null || !can(row.role, 'apps:manager'))
    throw refused('API_KEY_INVALID')
  if (row.expiresAt <= at) throw refused('API_KEY_EXPIRED')
  consumeKeyCall(row.id)
  recordKeyUse(row, at)
  // The action is recorded as the owner's; only the log names the key.
  const context = requestContext()
  context.log = context.log.child({ apiKey: row.id })
  context.caller = { userId: row.userId, keyId: row.id, isManager: false }
  context.clientKey = `key:${row.id}`
  const { id, createdAt, expiresAt, scopes, userId, name, email, emailVerified, role, onboardedAt } = row
  return {
    id,
    createdAt,
    expiresAt,
    authenticatedAt: null,
    passkeyAt: null,
    cardAt: null,
    isImpersonated: false,
    scopes: new Set(scopes),
    actor: { userId },
    user: { id: userId, name, email, emailVerified, role, onboardedAt },
  }
}

const keyByHash = prepared((database) =>
  database
    .select({
      id: apiKey.id,
      scopes: apiKey.scopes,
      createdAt: apiKey.createdAt,
      expiresAt: apiKey.expiresAt,
      lastUsedAt: apiKey.lastUsedAt,
      prefix: apiKey.prefix,
      userId: user.id,
      name: user.name,
      email: user.email,
      emailVerified: user.emailVerified,
      role: user.role,
      onboardedAt: user.onboardedAt,
      banned: user.banned,
      banExpires: user.banExpires,
    })
    .from(apiKey)
    .innerJoin(user, eq(user.id, apiKey.userId))
    .where(eq(apiKey.hash, sql.placeholder('hash')))
    .prepare('api_key_by_hash'),
)
