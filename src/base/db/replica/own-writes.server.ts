import { env } from '#base/env/env.server.ts'
import { readCookie, setCookie } from '#base/lib/http/cookie.server.ts'
import { requestContext, withRequestContext, type RequestContext } from '#base/lib/http/request-context.server.ts'
import { db } from '../connection/client.server.ts'
import { formatLsn, parseLsn, type Lsn } from './lsn.ts'
import { hasReplica } from './replica.server.ts'

/** Seconds that a write is remembered: far longer than a replica that is read from may be behind. */
const REMEMBERED = 120
/** Behind every change that was ever made: nothing but the primary has it. */
const NOWHERE: Lsn = 0xffff_ffff_ffff_ffffn

const cookieName = (): string => `${env().baseUrl.startsWith('https:') ? '__Secure-' : ''}maktaba.written`

/**
 * Up to where each client has written lately at this server. Beside the cookie, since of two changes at once the browser may
 * get the later answer first, and since a person may have two browsers.
 */
const written = new Map<string, { lsn: Lsn; until: number }>()

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Remembers that a request may have changed something: its client's reads come from a replica only once that has all that
 * was there by now. In a cookie, which other servers on the same database read; programs with a key keep none.
 */
export async function rememberWrite(method: string, context: RequestContext): Promise<void> {
  if (!hasReplica() || READING.has(method) || context.caller?.keyId !== undefined) return
  await withRequestContext(context, () => remember(context.clientKey))
}

/**
 * Remembers what a job has written for the client of the current request, who is told that it has ended: the request that
 * started it was answered before. As `rememberWrite`.
 */
export async function rememberJob(): Promise<void> {
  const { caller, clientKey } = requestContext()
  if (hasReplica() && caller?.keyId === undefined) await remember(clientKey)
}

async function remember(clientKey: string): Promise<void> {
  const lsn = await currentLsn()
  const at = performance.now()
  for (const [other, { until }] of written) {
    if (until > at) break
    written.delete(other)
  }
  const before = written.get(clientKey)?.lsn ?? 0n
  // Deleted first, so that the map stays in the order of time.
  written.delete(clientKey)
  written.set(clientKey, { lsn: lsn > before ? lsn : before, until: at + REMEMBERED * 1000 })
  setCookie(cookieName(), formatLsn(lsn), REMEMBERED)
}

async function currentLsn(): Promise<Lsn> {
  try {
    const { rows } = await db.execute<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn')
    return parseLsn(rows[0]?.lsn) ?? NOWHERE
  } catch {
    // The database may have broken right after the change.
    return NOWHERE
  }
}

/** Up to where the client of the current request has written lately; 0 if it has not. */
export function ownWrites(cookies: string | null): Lsn {
  const { clientKey } = requestContext()
  const here = written.get(clientKey)
  const noted = here && here.until > performance.now() ? here.lsn : 0n
  const told = parseLsn(readCookie(cookies, cookieName())) ?? 0n
  return told > noted ? told : noted
}
