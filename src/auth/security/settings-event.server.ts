import { createHmac } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { desc, eq } from 'drizzle-orm'
import { authSecret } from '#auth/secret.server.ts'
import { db } from '#db/client.server.ts'
import { securityEvent } from '#db/tables/security-event.ts'
import { env } from '#env/env.server.ts'
import type { Logger } from '#lib/log.server.ts'

/**
 * Records at the start which settings are set, if that or a value differs from the last entry: names, and of the values
 * a digest that nobody can try values against without AUTH_SECRET. A failure is logged.
 */
export async function recordSettings(log: Logger): Promise<void> {
  const { names, digest } = env().given
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
