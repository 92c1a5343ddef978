import { createHash, randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { prepared } from '#db/prepared.server.ts'
import { apiKey } from '#db/tables/api-key.ts'
import { user } from '#db/tables/user.ts'
import type { AppError } from '#errors/app-error.ts'
import { createError } from '#errors/create-error.server.ts'
import { now } from '#lib/clock.ts'
import { oncePerRequest, requestContext } from '#lib/request-context.server.ts'
import { consumeKeyCall } from './api-key-limit.server.ts'
import { recordKeyUse } from './api-key-use.server.ts'
import { can } from '#auth/permissions.ts'
import { isBanned, type CurrentSession } from '#auth/session/session.server.ts'

// Scanners of code and logs find a leaked key by how it begins, and by its length.
const START = 'mkt_'
const FORM = /^mkt_[A-Za-z0-9_-]{43}$/
/** Letters that are kept to recognise a key by. */
const PREFIX_LENGTH = 9

/** SHA-256: of 32 random bytes nobody guesses which, so a slow hash would only cost time. */
const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest()

/** A new key, with what is stored of it. */
export function createKey(): { key: string; hash: Buffer; prefix: string } {
  const key = START + randomBytes(32).toString('base64url')
  return { key, hash: hashOf(key), prefix: key.slice(0, PREFIX_LENGTH) }
}

/**
 * The key that a request names, by `Authorization: Bearer` or `X-API-Key`; nothing when it names none. Throws
 * API_KEY_INVALID for one that is named by both, or under another scheme.
 */
export function keyFromHeaders(headers: Headers): string | undefined {
  const authorization = headers.get('authorization')?.trim()
  const bearer = authorization === undefined ? undefined : /^bearer(?:\s+(.*))?$/i.exec(authorization)
  const inHeader = headers.get('x-api-key')
  // The password of a proxy in front of us names nobody here.
  const isOther = authorization !== undefined && !bearer
  if ((isOther && authorization.includes(START)) || (bearer && inHeader !== null)) throw refused('API_KEY_INVALID')
  return bearer ? (bearer[1] ?? '') : (inHeader?.trim() ?? undefined)
}

function refused(code: 'API_KEY_INVALID' | 'API_KEY_EXPIRED'): AppError {
  requestContext().headers.push(['www-authenticate', 'Bearer error="invalid_token"'])
  return createError(code)
}

/**
 * Whom a key stands for, as a session with the key's scopes; looked up once a request, and counted. A key is dead at
 * once, and as if it had never been, when its owner is banned, deleted, not welcomed yet, or may no longer enter the
 * manager area. Throws API_KEY_INVALID, API_KEY_EXPIRED, TOO_MANY_REQUESTS.
 */
export const sessionOfKey = (key: string): Promise<CurrentSession> => oncePerRequest('api key', () => findByKey(key))

async function findByKey(key: string): Promise<CurrentSession> {
  if (!FORM.test(key)) throw refused('API_KEY_INVALID')
  const [row] = await keyByHash().execute({ hash: hashOf(key) })
  const at = now()
  if (!row || isBanned(row, at) || row.onboardedAt === null || !can(row.role, 'apps:manager'))
    throw refused('API_KEY_INVALID')
  if (row.expiresAt <= at) throw refused('API_KEY_EXPIRED')
  consumeKeyCall(row.id)
  recordKeyUse(row, at)
  // What is done is its owner's; the log tells by which key.
  const context = requestContext()
  context.log = context.log.child({ apiKey: row.id })
  const { id, createdAt, expiresAt, scopes, userId, name, email, emailVerified, role, onboardedAt } = row
  return {
    id,
    createdAt,
    expiresAt,
    provenAt: null,
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
