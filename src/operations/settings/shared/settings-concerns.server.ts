import { replicaState } from '#base/db/replica/replica.server.ts'
import type { Env } from '#base/env/env.server.ts'
import { inForce } from '#base/env/in-force.server.ts'
import { hasProxySocket } from '#base/env/passed-socket.server.ts'
import { reachableAddress } from '#base/lib/reachable-address.ts'
import type { Concern } from '../settings-list.schema.ts'

const LOCAL_HOST = /^(localhost|127\..*|\[::1\]|[^.:]*)$/

/** What is allowed but unwise in the settings; for the page and for `maktaba doctor`. */
export function settingConcerns(env: Env): Concern[] {
  const { baseUrl, origins, mail, databaseUrl, trustedProxies, logLevel, given } = env
  const { mailServer, adminEmails, contactEmail } = inForce(env)
  const isPublic = !origins.some((origin) => origin.includes('localhost'))
  const concerns: Concern[] = []
  const add = (code: Concern['code'], value = '') => concerns.push({ code, value })
  if (isPublic && baseUrl.startsWith('http:')) add('http', baseUrl)
  if (mailServer === undefined && !env.isDemo) add('outbox')
  if (adminEmails.length === 0 && databaseUrl !== undefined) add('no_admin')
  // Maktaba itself speaks no https, so there is a proxy.
  if (isPublic && baseUrl.startsWith('https:') && trustedProxies.length === 0 && !hasProxySocket(given.names))
    add('no_proxy')
  if (typeof mailServer === 'string' && !given.names.includes('MAIL_FROM')) add('sender', mail.from)
  const addresses = {
    DATABASE_URL: databaseUrl,
    DATABASE_DIRECT_URL: env.directUrl,
    DATABASE_REPLICA_URL: env.replicaUrl,
  }
  if (reachableAddress(contactEmail) === undefined && !env.isDemo) add('contact')
  for (const [name, address] of Object.entries(addresses))
    if (address !== undefined && isUnencrypted(new URL(address))) add('plain_database', name)
  const unused = replicaState()?.unused
  if (unused !== undefined && unused !== 'unknown') add('replica')
  if (logLevel === 'silent' || logLevel === 'fatal') add('silent_log', logLevel)
  return concerns
}

/** Whether the passwords and rows of a database elsewhere may be read on the way. */
function isUnencrypted({ hostname, searchParams }: URL): boolean {
  const isLocal = LOCAL_HOST.test(hostname) || searchParams.has('host')
  const mode = searchParams.get('sslmode')
  return !isLocal && searchParams.get('ssl') !== 'true' && (mode === null || /^(disable|allow|prefer)$/.test(mode))
}
