import { createHash, randomBytes } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { can } from '#base/auth/permissions.ts'
import { isBanned } from '#base/auth/session/ban.schema.ts'
import { db } from '#base/db/connection/client.server.ts'
import { selfServiceCorner } from '#base/db/tables/self-service-corner.ts'
import { user } from '#base/db/tables/user.ts'
import { env } from '#base/env/env.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { now } from '#base/lib/clock.ts'
import { readCookie, setCookie } from '#base/lib/http/cookie.server.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { publicProcedure, requireLending, type RpcContext } from '#base/rpc/procedure.server.ts'
import type { TakenBack } from '#base/rpc/taken-back.ts'

/** An open corner, with who opened it. */
export type Corner = typeof selfServiceCorner.$inferSelect & { openedBy: string }

/** Seconds that a browser keeps the key: as long as any keeps a cookie. */
const KEY_SECONDS = 400 * 24 * 3600
/** Milliseconds between two notes that the device is there. */
const SEEN_PAUSE = 60_000
/** 32 bytes in base64url. */
const KEY = /^[\w-]{43}$/

/** Name of the cookie that holds the key. Over https no other host, path or plain connection can set or get it. */
export const cornerCookieName = (): string => `${env().baseUrl.startsWith('https:') ? '__Host-' : ''}maktaba-corner`

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest()

/** Makes a key of 256 bits. */
export function makeKey(): { key: string; keyHash: Buffer } {
  const key = randomBytes(32).toString('base64url')
  return { key, keyHash: hashOf(key) }
}

/** Gives the key to the browser of the current request. */
export const giveKey = (key: string): void => setCookie(cornerCookieName(), key, KEY_SECONDS, 'strict')

/** The hash of the key in a `Cookie` header; undefined where that has none. */
export function keyHashIn(cookies: string | null): Buffer | undefined {
  const key = readCookie(cookies, cornerCookieName())
  return key !== undefined && KEY.test(key) ? hashOf(key) : undefined
}

/**
 * The open corner of the device that sent the request. Throws CORNER_CLOSED for a device without a key, with one that has ended, and for
 * one on which somebody is signed in: a corner has no powers beside its own, and lends no others its own. Ends the corner for good where
 * who opened it may no longer lend.
 */
async function requireCorner({ session, cookies }: RpcContext): Promise<Corner> {
  const keyHash = keyHashIn(cookies)
  if (session || !keyHash) throw createError('CORNER_CLOSED')
  const [found] = await db
    .select({ corner: selfServiceCorner, role: user.role, banned: user.banned, banExpires: user.banExpires })
    .from(selfServiceCorner)
    .leftJoin(user, eq(user.id, selfServiceCorner.openedBy))
    .where(and(eq(selfServiceCorner.keyHash, keyHash), isNull(selfServiceCorner.endedAt)))
  if (!found) throw createError('CORNER_CLOSED')
  const { corner, role, banned, banExpires } = found
  const { openedBy } = corner
  if (openedBy === null || banned === null || isBanned({ banned, banExpires }) || !can(role, 'desk:lend')) {
    await markCornerEnded(corner.id)
    throw createError('CORNER_CLOSED')
  }
  requestContext().clientKey = `corner:${corner.id}`
  await noteSeen(corner)
  return { ...corner, openedBy }
}

/** Ends an open corner for good; returns its name, undefined where there was none. */
export async function markCornerEnded(id: string): Promise<string | undefined> {
  const [ended] = await db
    .update(selfServiceCorner)
    .set({ endedAt: now(), borrowerId: null })
    .where(and(eq(selfServiceCorner.id, id), isNull(selfServiceCorner.endedAt)))
    .returning({ name: selfServiceCorner.name })
  return ended?.name
}

async function noteSeen({ id, lastSeenAt }: typeof selfServiceCorner.$inferSelect): Promise<void> {
  const at = now()
  if (lastSeenAt && Math.abs(at.getTime() - lastSeenAt.getTime()) < SEEN_PAUSE) return
  await db.update(selfServiceCorner).set({ lastSeenAt: at }).where(eq(selfServiceCorner.id, id))
}

/** A procedure for an open corner alone, by its key; see `requireCorner`. NOT_FOUND while the library does not lend. */
export const cornerProcedure = (takenBack: TakenBack) =>
  publicProcedure.meta({ takenBack }).use(async ({ context, next }) => {
    await requireLending()
    return next({ context: { corner: await requireCorner(context) } })
  })
