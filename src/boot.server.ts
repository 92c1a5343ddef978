import '#noun-words.ts'
import '#slices.server.ts'
import cluster from 'node:cluster'
import { join } from 'node:path'
import { flushKeyUses } from '#base/auth/api-key/api-key-use.server.ts'
import { flushSecurityEvents } from '#base/auth/security/security-log.server.ts'
import { recordSettings } from '#base/auth/security/settings-event.server.ts'
import { hideSetup, showSetup } from '#base/auth/setup/show-setup.server.ts'
import { seedDemoPeople } from '#base/auth/better-auth/demo.server.ts'
import { hasManager } from '#base/auth/better-auth/setup.server.ts'
import { BackupError } from '#base/db/backup/backup-error.server.ts'
import { DatabaseError } from '#base/db/connection/external.server.ts'
import { EmbeddedError } from '#base/db/embedded/embedded-error.server.ts'
import { openDatabase } from '#base/db/connection/open.server.ts'
import { openedDatabase } from '#base/db/connection/opened.server.ts'
import { librarySettings } from '#base/db/library-settings.server.ts'
import { openReplica } from '#base/db/replica/replica.server.ts'
import { env } from '#base/env/env.server.ts'
import { inForce } from '#base/env/in-force.server.ts'
import { EnvError } from '#base/env/read-env.server.ts'
import { tellServiceManager } from '#base/env/service-manager.server.ts'
import { buildInfo } from '#base/lib/build-info.server.ts'
import { lazy } from '#base/lib/lazy.ts'
import { createLog, type Logger } from '#base/lib/log.server.ts'
import { logWhereCodesAre } from '#base/mail/log-code.server.ts'
import { serverSlices } from '#kit/slice.server.ts'
import { mailCounts } from '#base/mail/sent-mails.server.ts'

export const log = lazy((): Logger => createLog(env().logLevel))

/**
 * Opens the database, for which it waits until `patience` is aborted, and starts the background jobs. Returns the function that
 * stops all.
 */
export async function boot(patience: AbortSignal): Promise<{ close: () => Promise<void> }> {
  const { seed, isDemo, metricsToken, otlpEndpoint, replicaUrl } = env()
  if (metricsToken !== undefined) (await import('#base/metrics/metrics.server.ts')).startMetrics()
  const stopTracing =
    otlpEndpoint === undefined
      ? undefined
      : (await import('#base/tracing/tracing.server.ts')).startTracing(otlpEndpoint, log())
  const database = await openDatabase({ settings: env(), log: log(), seed, patience })
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
  const jobs = serverSlices().flatMap((slice) => slice.jobs ?? [])
  const stops = jobs.map((job) => job.start(log()))
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
  const line = `Maktaba ${buildInfo().version} ready at ${baseUrl}`
  process.stdout.write(`${line}\n`)
  void tellServiceManager('READY=1', `STATUS=${line}`)
  if (mailServer === undefined && !isDemo) logWhereCodesAre(adminEmails, join(dataDir, 'outbox'))
}

/** The text for the operator when the start fails: one line for an expected error, else the stack. */
export function failureText(error: unknown): string {
  const isExpected = [EnvError, DatabaseError, EmbeddedError, BackupError].some((kind) => error instanceof kind)
  if (error instanceof Error && isExpected) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
