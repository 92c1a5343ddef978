import { runSql } from './database.ts'

/** A signed-in browser. */
export interface OtherSession {
  agent: string | null
  ip: string
  /** Days since its last use. */
  days: number
}

const CHROME = '(KHTML, like Gecko) Chrome/141.0.0.0'

/** Other browsers of a reader, the most recent first. */
const ELSEWHERE: OtherSession[] = [
  {
    agent: `Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 ${CHROME} Mobile Safari/537.36`,
    ip: '41.90.64.12',
    days: 0,
  },
  { agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', ip: '41.90.70.3', days: 2 },
  {
    agent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    ip: '196.201.8.9',
    days: 9,
  },
  { agent: null, ip: '2001:db8:85a3::8a2e:370:7334', days: 20 },
]

/** Adds sessions of a user to the database. */
export const addSessions = (dataDir: string, email: string, sessions: OtherSession[] = ELSEWHERE): Promise<void> =>
  runSql(
    dataDir,
    `insert into session (id, user_id, token, expires_at, ip_address, user_agent, created_at, updated_at)
     select gen_random_uuid(), "user".id, gen_random_uuid()::text, now() + interval '30 days' - days * interval '1 day',
            ip, agent, now() - days * interval '1 day' - interval '1 hour', now() - days * interval '1 day'
     from "user", jsonb_to_recordset($2::jsonb) as elsewhere(agent text, ip text, days int)
     where email = $1`,
    [email, JSON.stringify(sessions)],
  )

/** Makes all sessions of a user no longer fresh. */
export const makeSessionsStale = (dataDir: string, email: string): Promise<void> =>
  runSql(
    dataDir,
    `update session set email_confirmed_at = now() - interval '11 minutes'
     where user_id = (select id from "user" where email = $1)`,
    [email],
  )
