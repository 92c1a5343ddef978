import cluster from 'node:cluster'
import { join } from 'node:path'
import { flushKeyUses } from '#auth/api-key/api-key-use.server.ts'
import { flushSecurityEvents } from '#auth/security/security-log.server.ts'
import { recordSettings } from '#auth/security/settings-event.server.ts'
import { hideSetup, showSetup } from '#auth/setup/show-setup.server.ts'
import { JOBS } from '#jobs/jobs.server.ts'
import { seedDemoPeople } from '#auth/better-auth/demo.server.ts'
import { hasManager } from '#auth/better-auth/setup.server.ts'
import { BackupError } from '#db/backup/backup-error.server.ts'
import { DatabaseError } from '#db/connection/external.server.ts'
import { EmbeddedError } from '#db/embedded/embedded-error.server.ts'
import { openDatabase } from '#db/connection/open.server.ts'
import { openedDatabase } from '#db/connection/opened.server.ts'
import { librarySettings } from '#db/library-settings.server.ts'
import { openReplica } from '#db/replica/replica.server.ts'
import { env } from '#env/env.server.ts'
import { inForce } from '#env/in-force.server.ts'
import { EnvError } from '#env/read-env.server.ts'
import { buildInfo } from '#lib/build-info.server.ts'
import { lazy } from '#lib/lazy.ts'
import { createLog, type Logger } from '#lib/log.server.ts'
import { logWhereCodesAre } from '#mail/log-code.server.ts'
import { mailCounts } from '#mail/sent-mails.server.ts'

export const log = lazy((): Logger => createLog(env().logLevel))

/** Opens the database and starts the background jobs. Returns the function that stops all. */
export async function boot(): Promise<{ close: () => Promise<void> }> {
  const { seed, isDemo, metricsToken, otlpEndpoint, replicaUrl } = env()
  if (metricsToken !== undefined) (await import('#metrics/metrics.server.ts')).startMetrics()
  const stopTracing =
    otlpEndpoint === undefined
      ? undefined
      : (await import('#tracing/tracing.server.ts')).startTracing(otlpEndpoint, log())
  const database = await openDatabase({ settings: env(), log: log(), seed })
  const closeReplica =
    replicaUrl === undefined
      ? undefined
      : openReplica(openedDatabase().connection, { connectionString: replicaUrl }, log(), {
          isPooled: env().directUrl !== undefined,
        })
  await librarySettings()
  if (isDemo) await seedDemoPeople()
  await recordSettings(log())
  mailCounts()
  // Of several workers the first speaks.
  if ((cluster.worker?.id ?? 1) === 1) await tellOfSetup()
  const stops = JOBS.map((job) => job.start(log()))
  const close = async () => {
    await Promise.all(stops.map((stop) => stop()))
    await flushKeyUses()
    await flushSecurityEvents()
    await closeReplica?.()
    await database.close()
    await stopTracing?.()
  }
  return { close }
}

/** Tells who started a library without a manager how to make one. */
async function tellOfSetup(): Promise<void> {
  const isDone = env().isDemo || (await hasManager())
  await (isDone ? hideSetup(log()) : showSetup(log()))
}

/** Tells the operator that the server answers and, where mail is not sent, how to sign in. */
export function sayReady(): void {
  const { baseUrl, isDemo, dataDir } = env()
  const { mailServer, adminEmails } = inForce()
  process.stdout.write(`Maktaba ${buildInfo().version} ready at ${baseUrl}\n`)
  if (mailServer === undefined && !isDemo) logWhereCodesAre(adminEmails, join(dataDir, 'outbox'))
}

/** The text for the operator when the start fails: one line for an expected error, else the stack. */
export function failureText(error: unknown): string {
  const isExpected = [EnvError, DatabaseError, EmbeddedError, BackupError].some((kind) => error instanceof kind)
  if (error instanceof Error && isExpected) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
