import { randomBytes, randomUUID } from 'node:crypto'
import { runSql } from './database.ts'

/** A user in the database, with defaults for absent fields. */
export interface TestUser {
  id: string
  name: string
  email: string
  role?: string
  emailVerified?: boolean
  /** Days since onboarding; null before it. */
  onboardedDays?: number | null
  banned?: boolean
  banReason?: string | null
  /** Days until the ban ends; null without an end. */
  banDays?: number | null
  addedDays?: number
}

/** A signed-out browser. */
export const SIGNED_OUT = { cookies: [], origins: [] }

/** Adds users to the database, or resets existing ones. */
export const addPeople = (dataDir: string, people: readonly TestUser[]): Promise<void> =>
  runSql(
    dataDir,
    `insert into "user" (id, name, email, role, email_verified, onboarded_at, banned, ban_reason, ban_expires, created_at)
     select id, name, email, coalesce(role, 'user'), coalesce("emailVerified", true),
            now() - "onboardedDays" * interval '1 day', coalesce(banned, false), "banReason",
            now() + "banDays" * interval '1 day', now() - coalesce("addedDays", 1) * interval '1 day'
     from jsonb_to_recordset($1::jsonb) as someone(id uuid, name text, email text, role text, "emailVerified" boolean,
       "onboardedDays" int, banned boolean, "banReason" text, "banDays" int, "addedDays" int)
     on conflict (id) do update set name = excluded.name`,
    [JSON.stringify(people.map((one) => ({ onboardedDays: 1, ...one })))],
  )

/** A word that no user's name or address contains. */
export const newWord = (): string => `x${randomBytes(5).toString('hex')}`

/** A user with a unique name and address that a search for `word` finds. */
export const makeUser = (word: string, more: Partial<TestUser> = {}): TestUser => ({
  id: randomUUID(),
  name: `Juma ${word}`,
  email: `juma-${randomBytes(4).toString('hex')}@${word}.example`,
  ...more,
})
