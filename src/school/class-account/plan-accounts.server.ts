import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { emailSchema } from '#base/auth/credentials.schema.ts'
import type { Queryable } from '#base/db/connection/client.server.ts'
import { librarySettings } from '#base/db/library-settings.server.ts'
import { now } from '#base/lib/clock.ts'
import { chosenBorrowers } from '#lending/borrower/shared/borrower-list.server.ts'
import {
  ACCOUNTS_MAX,
  type AccountOutcome,
  type accountsInputSchema,
  type PlannedAccount,
} from './class-account.schema.ts'

type PlannedRow = PlannedAccount & {
  language: string | null
  /** The account with their address. */
  foundId: string | null
  isProven: boolean
  isBanned: boolean
  /** Another borrower is linked to that account. */
  isTaken: boolean
  /** Another borrower has the address. */
  isShared: boolean
}

/** What becomes of a borrower, and the account that they are linked to. */
function outcomeOf(row: Omit<PlannedRow, 'outcome'>, hasCards: boolean): AccountOutcome {
  if (row.account) return 'has'
  if (row.email === '') return hasCards ? 'make' : 'none'
  if (!emailSchema.safeParse(row.email).success) return 'invalid'
  if (row.isShared) return 'shared'
  if (row.foundId === null) return 'invite'
  if (row.isTaken) return 'taken'
  if (row.isBanned) return 'banned'
  return row.isProven ? 'link' : 'unproven'
}

export interface AccountPlan {
  people: PlannedRow[]
  total: number
  hasCards: boolean
  mark: string
}

/** What would become of the borrowers of a request, in the order of classes and names; with `isLocked` they stay as they are. */
export async function planAccounts(
  on: Queryable,
  { borrowers }: z.output<typeof accountsInputSchema>,
  { isLocked = false } = {},
): Promise<AccountPlan> {
  const where = (await chosenBorrowers(borrowers)) ?? sql`true`
  const { rows: counted } = await on.execute<{ total: number }>(
    sql`select count(*)::int as total from borrower where ${where}`,
  )
  const total = counted[0]?.total ?? 0
  const hasCards = (await librarySettings()).signInCards
  if (total > ACCOUNTS_MAX) return { people: [], total, hasCards, mark: '' }
  if (isLocked) await on.execute(sql`select from borrower where ${where} order by borrower.id for no key update`)
  const { rows } = await on.execute<Omit<PlannedRow, 'outcome'> & Record<string, unknown>>(sql`
    select b.id, b.name, g.name as "className", b.card, b.email, coalesce(b.language, g.language) as language,
      found.id as "foundId", coalesce(found.email_verified, false) as "isProven",
      coalesce(found.banned and (found.ban_expires is null or found.ban_expires > ${now()}::timestamptz), false) as "isBanned",
      exists (select from borrower as other where other.user_id = found.id) as "isTaken",
      b.email <> '' and exists (
        select from borrower as other where other.id <> b.id and lower(other.email) = lower(b.email)) as "isShared",
      case when own.id is not null then jsonb_build_object(
        'userId', own.id, 'hasSignedIn', own.onboarded_at is not null or own.email_verified,
        'mayGetCard', own.role = 'user' and not (own.banned and (own.ban_expires is null or own.ban_expires > ${now()}::timestamptz)),
        'hasOpenCard', exists (select from sign_in_card as c
          where c.user_id = own.id and c.used_at is null and c.revoked_at is null and c.expires_at > ${now()}::timestamptz),
        'isUninvited', own.invited_at is null and own.email not like '%@none.invalid' and own.onboarded_at is null and not own.email_verified
      ) end as account
    from borrower as b left join borrower_group as g on g.id = b.group_id
      left join "user" as own on own.id = b.user_id
      left join "user" as found on found.email = lower(b.email) and b.email <> ''
    where b.id in (select borrower.id from borrower where ${where})
    order by g.name collate "public"."counted" nulls last, b.sort_name, b.id`)
  const people = rows.map((row) => ({ ...row, outcome: outcomeOf(row, hasCards) }))
  const said = people.map(({ id, outcome, foundId }) => [id, outcome, foundId])
  return { people, total, hasCards, mark: createHash('sha256').update(JSON.stringify(said)).digest('hex') }
}
