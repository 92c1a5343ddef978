import { sql } from 'drizzle-orm'
import type { ActingUser } from '#base/db/actor.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { securityEvent } from '#base/db/tables/security-event.ts'
import { user } from '#base/db/tables/user.ts'
import { now } from '#base/lib/clock.ts'
import { isPlaceholder } from '#base/lib/no-address.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { deviceOf } from '#base/lib/http/device.server.ts'
import { securityNoted } from '#base/lib/telemetry.server.ts'
import type { SecurityKind } from './security-kind.schema.ts'
import type { NewSecurityEvent, SecurityEntry } from './security-entry.server.ts'
import { closeWindows, inWindows } from './security-windows.server.ts'

/** Entries in one statement. */
const BATCH = 100
/** Entries that wait while the database does not answer; further ones are lost, and the log says so. */
const MOST_WAITING = 1000
/** Kinds that anybody can cause any number of times: such events are counted instead of written one by one. */
const BOUNDED: ReadonlySet<SecurityKind> = new Set([
  'sign_in_failed',
  'sign_in_refused',
  'code_asked',
  'confirm_failed',
  'card_refused',
])

const waiting: SecurityEntry[] = []
let writing: Promise<void> | undefined

/**
 * Records an event of the current request. It is written after this returns, in batches over one connection: no sign-in
 * waits for it or fails with it. A failure is logged.
 */
export function recordSecurityEvent(kind: SecurityKind, event: NewSecurityEvent): void {
  const { clientIp: ip, userAgent, log } = requestContext()
  securityNoted.publish({ kind, details: event.details ?? {} })
  const entry = { ...event, kind, at: now(), ip, userAgent, log }
  if (BOUNDED.has(kind)) inWindows(entry, enqueue)
  else enqueue(entry)
}

/** Records that somebody takes data along as a file. */
export const recordExport = ({ userId, inNameOf }: ActingUser, details: { format: string; what?: string }): void =>
  recordSecurityEvent('exported', { userId: inNameOf ?? userId, actorId: userId, details })

function enqueue(entry: SecurityEntry): void {
  if (waiting.length >= MOST_WAITING) {
    entry.log.error({ kind: entry.kind }, 'An entry of the security log is lost: too many wait for the database')
    return
  }
  waiting.push(entry)
  wake()
}

function wake(): void {
  writing ??= writeWaiting().finally(() => {
    writing = undefined
    if (waiting.length > 0) wake()
  })
}

async function writeWaiting(): Promise<void> {
  while (waiting.length > 0) {
    const entries = waiting.splice(0, BATCH)
    await Promise.resolve()
      .then(() => db.insert(securityEvent).values(entries.map(rowOf)))
      .catch((error: unknown) => {
        const kinds = entries.map(({ kind }) => kind)
        entries[0]?.log.error({ err: error, kinds }, 'The security log could not be written')
      })
  }
}

function rowOf({ kind, at, userId, email, actorId, ip, userAgent, details = {} }: SecurityEntry) {
  const isOfNobody = email === undefined || isPlaceholder(email)
  const found = isOfNobody ? null : sql`(select ${user.id} from ${user} where ${user.email} = ${email})`
  const other = actorId === userId ? null : (actorId ?? null)
  return { kind, at, userId: userId ?? found, actorId: other, ip, ...deviceOf(userAgent), details }
}

/** Writes what waits and what was only counted; called before the database is closed. */
export async function flushSecurityEvents(): Promise<void> {
  closeWindows()
  await writing
  if (waiting.length > 0) await flushSecurityEvents()
}
