import { createHash, randomBytes } from 'node:crypto'
import { inArray, isNotNull } from 'drizzle-orm'
import { STATEMENTS } from '#base/auth/permissions.ts'
import { db } from '#base/db/connection/client.server.ts'
import { apiKey } from '#base/db/tables/api-key.ts'
import { genre } from '#base/db/tables/genre.ts'
import { idempotencyKey } from '#base/db/tables/idempotency-key.ts'
import { user } from '#base/db/tables/user.ts'
import { env } from '#base/env/env.server.ts'
import { now } from '#base/lib/clock.ts'
import { as, signedIn as signIn, type SignedInCaller } from '../callers.ts'
import type { CallerName, FuzzRequest } from './fuzz-requests.ts'
import {
  BOOKS,
  BORROWERS,
  COPIES,
  DAY,
  emailOf,
  ENTRIES,
  GENRES,
  GROUPS,
  HOLDS,
  IMPORTS,
  MOMENT,
  restoreRows,
  SESSIONS,
  STOCKTAKES,
  USERS,
  VIEWS,
  WATCHED,
} from './fuzz-rows.ts'
import type { Known } from './fuzz-values.ts'
import { aUser } from '../factories.ts'
import { handle, request } from '../http.ts'

const SCOPES = Object.entries(STATEMENTS).flatMap(([resource, actions]) => actions.map((one) => `${resource}:${one}`))

/** A library whose ids, cursors and keys the generated requests may use. */
export interface FuzzWorld {
  known: Known
  /** Restores what requests have deleted and changed, and creates keys with unused rate limits. */
  restore: () => Promise<void>
  /** The headers by which a request is its caller's. */
  headersFor: (drawn: FuzzRequest) => Promise<Record<string, string>>
  /** Sends a generated request as its caller. */
  send: (drawn: FuzzRequest) => Promise<Response>
}

/** Creates the library; needs a database (`useDatabase`). */
export async function makeWorld(): Promise<FuzzWorld> {
  const [manager, banned] = [await as('manager'), await as('manager', { banned: true })]
  const passing: string[] = []
  let people = await makePeople(manager)
  const seeded = db.select({ id: genre.id }).from(genre).where(isNotNull(genre.slug)).orderBy(genre.name)
  const genres = (await seeded).map(({ id }) => id)
  await restoreRows(genres, manager)
  const cursor = await firstCursor(manager)
  let keys = await makeKeys(manager, banned)
  const headersFor = async ({ path, caller }: FuzzRequest) => {
    // Uses its own session, since the request may end it.
    const isOwn = path.startsWith('/api/auth/') && caller.startsWith('manager')
    const own = isOwn ? await signIn(await aUser({ role: 'admin' }), { authenticatedAt: now() }) : people.manager
    if (isOwn) passing.push(own.user.id)
    return headersOf(caller, { ...people, manager: own, keys })
  }
  return {
    known: knownFrom(genres, cursor),
    restore: async () => {
      // Of hundreds of admins each would be told of every new one.
      if (passing.length > 0) await db.delete(user).where(inArray(user.id, passing.splice(0)))
      await restoreRows(genres, manager)
      await db.delete(apiKey)
      await db.delete(idempotencyKey)
      keys = await makeKeys(manager, banned)
      people = await makePeople(manager)
    },
    headersFor,
    send: async (drawn) => send(drawn, await headersFor(drawn)),
  }
}

function knownFrom(genres: string[], cursor: string): Known {
  const byName: Record<string, readonly unknown[]> = {
    genreId: genres,
    into: GENRES,
    moveTo: GENRES,
    cursor: [cursor],
    version: [1, 1, 2],
    otherVersion: [1, 1, 2],
    updatedAt: [MOMENT.toISOString()],
    email: USERS.map((_, index) => emailOf(index)),
    id: USERS,
    bookId: BOOKS,
    borrowerId: BORROWERS,
    // Of a borrower who is merged into another.
    otherId: BORROWERS,
    groupId: GROUPS,
    nextGroupId: GROUPS,
    userId: USERS,
    'If-Match': ['"1"', '"1"', '"2"', '*'],
    'If-None-Match': ['"1"', '*'],
    'Idempotency-Key': ['one', 'two'],
  }
  return (name) => {
    const [path = '', field] = name.split(' ')
    if (field === undefined) return byName[name] ?? []
    if (field === 'sessionId') return SESSIONS
    if (path.includes('/sessions')) return WATCHED
    if (path.includes('/imports')) return IMPORTS
    if (path.includes('/genres')) return GENRES
    if (path.includes('/copies')) return COPIES
    if (path.includes('/borrower-groups')) return GROUPS
    if (path.includes('/borrowers')) return BORROWERS
    if (path.includes('/holds')) return HOLDS
    if (path.includes('/stocktakes')) return STOCKTAKES
    if (path.includes('/views')) return VIEWS
    if (path.includes('/activity')) return ENTRIES.map(String)
    return path.includes('/users') ? USERS : path.includes('/books') ? BOOKS : []
  }
}

async function firstCursor(manager: SignedInCaller): Promise<string> {
  const response = await request('/api/v1/books?limit=5', { headers: { cookie: manager.cookieHeader } })
  const { nextCursor } = (await response.json()) as { nextCursor: string }
  return nextCursor
}

type Keys = Record<'good' | 'little' | 'expired' | 'revoked' | 'mistyped' | 'banned', string>

async function makeKeys(manager: SignedInCaller, banned: SignedInCaller): Promise<Keys> {
  const add = async (of: SignedInCaller, { scopes = SCOPES, days = 90 } = {}): Promise<string> => {
    const key = `mkt_${randomBytes(32).toString('base64url')}`
    await db.insert(apiKey).values({
      userId: of.user.id,
      name: 'Drawn',
      prefix: key.slice(0, 9),
      hash: createHash('sha256').update(key).digest(),
      scopes,
      expiresAt: new Date(now().getTime() + days * DAY),
    })
    return key
  }
  const good = await add(manager)
  return {
    good,
    little: await add(manager, { scopes: ['book:read'] }),
    expired: await add(manager, { days: -1 }),
    revoked: `mkt_${randomBytes(32).toString('base64url')}`,
    mistyped: `${good.slice(0, -1)}${good.endsWith('A') ? 'B' : 'A'}`,
    banned: await add(banned),
  }
}

interface People {
  manager: SignedInCaller
  reader: SignedInCaller
  /** The manager, impersonating the reader. */
  impersonator: SignedInCaller
}

/** Browsers with new sessions, since requests may have ended the former ones. */
async function makePeople({ user }: SignedInCaller): Promise<People> {
  const reader = await as('reader')
  const manager = await signIn(user, { authenticatedAt: now() })
  return { manager, reader, impersonator: await signIn(reader.user, { impersonatedBy: user.id }) }
}

function headersOf(
  caller: CallerName,
  { manager, reader, impersonator, keys }: People & { keys: Keys },
): Record<string, string> {
  const signedIn = (who: SignedInCaller, origin = env().baseUrl) => ({ cookie: who.cookieHeader, origin })
  const bearing = (key: string) => ({ authorization: `Bearer ${key}` })
  switch (caller) {
    case 'stranger':
    case 'key in the query':
      return {}
    case 'reader':
      return signedIn(reader)
    case 'manager':
      return signedIn(manager)
    case 'manager from elsewhere':
      return signedIn(manager, 'https://elsewhere.example')
    case 'impersonator':
      return signedIn(impersonator)
    case 'good key':
      return bearing(keys.good)
    case 'key of little scope':
      return { 'x-api-key': keys.little }
    case 'expired key':
      return bearing(keys.expired)
    case 'revoked key':
      return bearing(keys.revoked)
    case 'mistyped key':
      return bearing(keys.mistyped)
    case 'key of a banned person':
      return bearing(keys.banned)
  }
}

let addresses = 0

function send({ method, path, headers, body, caller }: FuzzRequest, own: Record<string, string>): Promise<Response> {
  addresses += 1
  const asked = caller === 'key in the query' ? `${path}${path.includes('?') ? '&' : '?'}api_key=mkt_x` : path
  const sent = new Headers({ host: new URL(env().baseUrl).host, ...headers, ...own })
  if (body !== null) sent.set('content-length', String(Buffer.byteLength(body)))
  const from = `10.9.${(addresses >> 8) & 255}.${addresses & 255}`
  return handle(
    new Request(new URL(asked, env().baseUrl), { method, headers: sent, ...(body !== null && { body }) }),
    from,
  )
}
