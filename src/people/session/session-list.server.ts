import { createHash } from 'node:crypto'
import { and, desc, eq, gt } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { session } from '#base/db/tables/user.ts'
import { env } from '#base/env/env.server.ts'
import { now } from '#base/lib/clock.ts'
import { maskedAddress } from '#base/lib/http/network.server.ts'
import type { ListedSession } from './session.schema.ts'
import { deviceOf } from '#base/lib/http/device.server.ts'
import type { CurrentSession } from '#base/auth/session/session.server.ts'

/** More than a user has, except in a demo, where all visitors share two users. */
const MOST = 100

/** The sessions of a user that have not expired: the current one first, then the latest. */
export async function sessionsOf(userId: string, current: CurrentSession): Promise<ListedSession[]> {
  const rows = await db
    .select()
    .from(session)
    .where(and(eq(session.userId, userId), gt(session.expiresAt, now())))
    .orderBy(desc(eq(session.id, current.id)), desc(session.updatedAt))
    .limit(MOST)
  return rows.map((row) => toListed(row, row.id === current.id))
}

function toListed(row: typeof session.$inferSelect, isCurrent: boolean): ListedSession {
  const { id, createdAt, updatedAt, expiresAt, ipAddress, impersonatedBy } = row
  const ip = ipAddress !== null && env().isDemo && !isCurrent ? maskedAddress(ipAddress) : ipAddress
  const device = deviceOf(row.userAgent)
  const isImpersonated = impersonatedBy !== null
  return {
    id,
    label: sessionLabel(row.token),
    ...device,
    ip,
    createdAt,
    updatedAt,
    expiresAt,
    isCurrent,
    isImpersonated,
  }
}

/** A short fingerprint of a token that tells sessions apart: `7f3a·c21e`. */
export function sessionLabel(token: string): string {
  const digest = createHash('sha256').update(token).digest('hex')
  return `${digest.slice(0, 4)}·${digest.slice(4, 8)}`
}
