import { createHmac } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { desc, eq } from 'drizzle-orm'
import { authSecret } from '#base/env/secret.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { securityEvent } from '#base/db/tables/security-event.ts'
import { env } from '#base/env/env.server.ts'
import type { Logger } from '#base/lib/log.server.ts'

/**
 * Records the names of the settings at a start, if they or a value differ from the last entry. The values are stored as a
 * digest keyed with AUTH_SECRET, so that guessed values cannot be compared with it. A failure is logged.
 */
export async function recordSettings(log: Logger): Promise<void> {
  const { names, digest } = env().given.shared
  const values = createHmac('sha256', authSecret()).update(`settings:${digest}`).digest('base64url').slice(0, 16)
  const details = { set: names, values }
  try {
    const [last] = await db
      .select({ details: securityEvent.details })
      .from(securityEvent)
      .where(eq(securityEvent.kind, 'settings'))
      .orderBy(desc(securityEvent.id))
      .limit(1)
    if (!isDeepStrictEqual(last?.details, details)) await db.insert(securityEvent).values({ kind: 'settings', details })
  } catch (error) {
    log.error({ err: error }, 'The settings could not be recorded in the security log')
  }
}
