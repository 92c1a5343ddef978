import { lt } from 'drizzle-orm'
import { db } from '#db/client.server.ts'
import { session, verification } from '#db/tables/user.ts'
import { now } from '#lib/clock.ts'
import type { Logger } from '#lib/log.server.ts'

const HOUR = 3_600_000

/**
 * Removes what has expired: sessions at once, codes after an hour, so that until then an old code is told
 * from a wrong one.
 */
export async function cleanUp(): Promise<void> {
  const at = now()
  await db.delete(session).where(lt(session.expiresAt, at))
  await db.delete(verification).where(lt(verification.expiresAt, new Date(at.getTime() - HOUR)))
}

/** Cleans up every hour. Answers what ends that. */
export function cleanUpHourly(log: Logger): () => void {
  const run = () => void cleanUp().catch((error: unknown) => log.error({ err: error }, 'The hourly clean-up failed'))
  const timer = setInterval(run, HOUR).unref()
  run()
  return () => clearInterval(timer)
}
