import { createHash, randomBytes } from 'node:crypto'
import { KEY_SCOPES, READING_SCOPES } from '#base/auth/api-key/key-scope.schema.ts'
import { runSql } from './database.ts'

/** An API key in the database. */
export interface TestKey {
  name: string
  scopes: readonly string[]
  /** Days since its creation, since its last use (null for never), and until it expires. */
  made: number
  used: number | null
  left: number
}

/** Example keys. */
export const KEYS: TestKey[] = [
  { name: 'Website', scopes: READING_SCOPES, made: 12, used: 0, left: 78 },
  { name: 'فهرس المدرسة', scopes: ['book:read', 'genre:read'], made: 3, used: null, left: 27 },
  {
    name: 'Catalogue sync with the national library',
    scopes: ['book:read', 'book:create', 'book:update', 'genre:read', 'user:list', 'session:revoke'],
    made: 200,
    used: 1,
    left: 165,
  },
  { name: 'Old import', scopes: ['book:create'], made: 95, used: 40, left: -5 },
]

/** Replaces a user's keys in the database; their secrets are unknown. */
export const setKeys = (dataDir: string, email: string, keys: readonly TestKey[]): Promise<void> =>
  runSql(
    dataDir,
    `with owner as (select id from "user" where email = $1),
       wanted as (
         select sha256(convert_to($1 || name, 'UTF8')) as hash, key.*
         from jsonb_to_recordset($2::jsonb) as key(name text, scopes jsonb, made int, used int, "left" int)),
       gone as (
         delete from api_key
         where user_id = (select id from owner) and hash not in (select hash from wanted)),
       added as (
         insert into api_key (id, user_id, name, prefix, hash, scopes, created_at, last_used_at, expires_at)
         select gen_random_uuid(), owner.id, name, 'mkt_' || substr(md5(name), 1, 5), hash,
                array(select jsonb_array_elements_text(scopes)), now() - made * interval '1 day',
                now() - used * interval '1 day', now() + "left" * interval '1 day'
         from owner, wanted
         on conflict (hash) do nothing)
     select 1`,
    [email, JSON.stringify(keys)],
  )

/** Creates a key like the account page; returns it. */
export async function addKey(dataDir: string, email: string, scopes: readonly string[] = KEY_SCOPES): Promise<string> {
  const key = `mkt_${randomBytes(32).toString('base64url')}`
  await runSql(
    dataDir,
    `insert into api_key (id, user_id, name, prefix, hash, scopes, expires_at)
     select gen_random_uuid(), "user".id, 'Journey', $2, decode($3, 'hex'),
            array(select jsonb_array_elements_text($4::jsonb)), now() + interval '90 days'
     from "user" where email = $1`,
    [email, key.slice(0, 9), createHash('sha256').update(key).digest('hex'), JSON.stringify(scopes)],
  )
  return key
}

/** Makes the sessions of all admins fresh, so that a key can be created without a code. */
export const makeSessionsFresh = (dataDir: string): Promise<void> =>
  runSql(
    dataDir,
    `update session set email_confirmed_at = now() where user_id in (select id from "user" where role = 'admin')`,
    [],
  )
