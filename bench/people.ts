import { createHmac } from 'node:crypto'
import type { Client } from 'pg'
import { withClient } from './seed.ts'

/** AUTH_SECRET of the server, with which the benchmark signs its cookies. */
export const BENCH_SECRET = 'a secret of forty letters, known to all!'

export interface Cookies {
  reader: string
  admin: string
}

/** Creates a reader and an admin, each with a session for a month; returns their cookies. */
export const makePeople = (dataDir: string): Promise<Cookies> => withClient(dataDir, makePeopleAt)

/** The same in another database. */
export async function makePeopleAt(client: Client): Promise<Cookies> {
  await addPeople(client, { reader: 'user', admin: 'admin' })
  return { reader: sessionCookie('reader'), admin: sessionCookie('admin') }
}

/** Creates people with these roles by name, each with a session for a month and the address `<name>@bench.example`. */
async function addPeople(client: Client, roles: Record<string, 'user' | 'admin'>): Promise<void> {
  for (const [name, role] of Object.entries(roles)) {
    await client.query(
      `with person as (
         insert into "user" (id, name, email, email_verified, role, onboarded_at)
         values (gen_random_uuid(), $1, $1 || '@bench.example', true, $2, now())
         on conflict (email) do update set updated_at = now() returning id
       )
       insert into session (id, user_id, token, expires_at, user_agent, ip_address)
       select gen_random_uuid(), id, $3, now() + interval '30 days', 'benchmark', '127.0.0.1' from person
       on conflict (token) do update set expires_at = excluded.expires_at`,
      [name, role, tokenOf(name)],
    )
  }
}

const tokenOf = (name: string): string => `benchmark-session-of-the-${name}`

/** The cookie of the session that `addPeople` has made, signed like better-auth's: token, dot, HMAC-SHA256 in base64. */
function sessionCookie(name: string): string {
  const signature = createHmac('sha256', BENCH_SECRET).update(tokenOf(name)).digest('base64')
  return `better-auth.session_token=${encodeURIComponent(`${tokenOf(name)}.${signature}`)}; language=en`
}
