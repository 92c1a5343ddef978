import { desc } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { apiKey } from '#base/db/tables/api-key.ts'
import { session, verification } from '#base/db/tables/user.ts'
import { BENCH_SECRET } from '../people.ts'

/** Characters from which a value is long enough not to stand in an answer by chance. */
const LONG = 16

/** What no answer may have in it: tokens of sessions, codes as they are stored, hashes of keys, AUTH_SECRET. */
export async function secretsNow(): Promise<string[]> {
  const [sessions, codes, keys] = await Promise.all([
    db.select({ value: session.token }).from(session).orderBy(desc(session.createdAt)).limit(100),
    db.select({ value: verification.value }).from(verification).limit(100),
    db.select({ value: apiKey.hash }).from(apiKey).limit(20),
  ])
  const hashes = keys.flatMap(({ value }) => [value.toString('hex'), value.toString('base64')])
  const found = [...sessions, ...codes].map(({ value }) => value).filter(({ length }) => length >= LONG)
  return [BENCH_SECRET, ...found, ...hashes]
}
