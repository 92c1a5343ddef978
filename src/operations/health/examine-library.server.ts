import { openedDatabase } from '#base/db/connection/opened.server.ts'
import { withOwnClient } from '#base/db/connection/own-client.server.ts'
import { hasReplica, replicaState } from '#base/db/replica/replica.server.ts'
import { env } from '#base/env/env.server.ts'
import { now } from '#base/lib/clock.ts'
import { reachMailServer } from '#base/mail/reach-mail-server.server.ts'
import { mailCounts } from '#base/mail/sent-mails.server.ts'
import {
  checkBelief,
  checkClock,
  checkSecondFolder,
  checkIndexes,
  checkMigrations,
  checkSize,
  checkStandbys,
  checkTables,
} from './check-database.server.ts'
import { checkBackups, checkDisk, checkFolders, checkSettings } from './check-machine.server.ts'
import type { Finding, Health } from './health.schema.ts'

/** Milliseconds for which an answer is kept. */
const LIFETIME = 30_000
/** Seconds for which PostgreSQL may read tables for a page. */
const PATIENCE = 20

const ORDER = { fault: 0, warning: 1, good: 2 }

let kept: { health: Promise<Health>; endedAt?: number } | undefined

/** Looks what is wrong or unwise: once at a time in this process, and not again for half a minute. */
export function examineLibrary(): Promise<Health> {
  if (kept && (kept.endedAt === undefined || performance.now() - kept.endedAt < LIFETIME)) return kept.health
  const run: typeof kept = { health: examine() }
  kept = run
  run.health.then(
    () => (run.endedAt = performance.now()),
    // A failed examination is not kept: the next call examines again.
    () => (run.endedAt = -LIFETIME),
  )
  return run.health
}

/** Forgets the answer, after something was changed of what it says. */
export function forgetHealth(): void {
  kept = undefined
}

async function examine(): Promise<Health> {
  const settings = env()
  const { dataDir, isBackedUpNightly } = settings
  const found = await Promise.all([
    // A concern about the replica is left out: `checkOpenReplica` has a finding of its own.
    checkSettings(settings).filter(({ code, values }) => code !== 'concern' || !isReplica(values)),
    checkFolders(dataDir),
    checkDisk(dataDir),
    checkDatabase(dataDir),
    checkBackups(dataDir, isBackedUpNightly),
    checkMailServer(),
    checkSentMails(),
  ])
  const findings = found.flat().toSorted((one, other) => ORDER[one.state] - ORDER[other.state])
  return { at: now(), findings }
}

const isReplica = (values: object): boolean => 'code' in values && values.code === 'replica'

async function checkDatabase(dataDir: string): Promise<Finding[]> {
  try {
    const { connection, admin = connection } = openedDatabase()
    const found = await withOwnClient(connection, 'maktaba open', async (client) => [
      await checkSize(client),
      await checkMigrations(client, dataDir),
      await checkClock(client),
      ...(await checkBelief(client)),
      ...(await checkIndexes(client)),
      ...(await checkSecondFolder(client)),
      ...(await checkStandbys(client, hasReplica())),
    ])
    const tables = await withOwnClient(admin, 'maktaba open', (client) => checkTables(client, PATIENCE))
    return [...found, tables, ...checkOpenReplica()]
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return [{ code: 'database_failed', state: 'fault', values: { reason } }]
  }
}

/** The replica as this process reads from it. */
function checkOpenReplica(): Finding[] {
  const state = replicaState()
  if (!state) return []
  const { unused, behind = 0 } = state
  return unused === undefined
    ? [{ code: 'replica', state: 'good', values: { behind: Math.round(behind) } }]
    : [{ code: 'replica_unused', state: 'warning', values: { why: unused } }]
}

async function checkMailServer(): Promise<Finding[]> {
  const reached = await reachMailServer()
  if (!reached) return []
  const { server, reason } = reached
  return reason === undefined
    ? [{ code: 'mail_reached', state: 'good', values: { server } }]
    : [{ code: 'mail_unreached', state: 'fault', values: { server, reason } }]
}

/** The mails of this process; nothing before the first one. */
function checkSentMails(): Finding[] {
  const { sent, failed, lastFailed } = mailCounts()
  const values = { failed, all: sent + failed }
  if (lastFailed)
    return [{ code: 'mails_failing', state: 'fault', values: { ...values, at: lastFailed.toISOString() } }]
  if (failed > 0) return [{ code: 'mails_some', state: 'warning', values }]
  return sent > 0 ? [{ code: 'mails', state: 'good', values: { sent } }] : []
}
