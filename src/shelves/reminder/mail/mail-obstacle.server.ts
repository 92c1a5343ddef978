import { clockDoubt } from '#base/db/clock/believed-clock.server.ts'
import { librarySettings } from '#base/db/library-settings.server.ts'
import { env } from '#base/env/env.server.ts'
import { inForce } from '#base/env/in-force.server.ts'
import type { MailObstacle } from './mail.schema.ts'

/** Why no reminder is sent by mail now; null where they are. */
export async function mailObstacle(): Promise<MailObstacle | null> {
  if (env().isDemo) return 'demo'
  if (!(await librarySettings()).lending) return 'lending'
  if (inForce().mailServer === undefined) return 'server'
  return (await clockDoubt()) ? 'clock' : null
}
