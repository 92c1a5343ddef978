import { sql } from 'drizzle-orm'
import type { Transaction } from '#base/db/actor.server.ts'

const LOCK = 0x647570 // 'dup'

/** Locks the pairs against other writers until the end of the transaction. Lock books before, to avoid deadlocks. */
export const lockPairs = (tx: Transaction) => tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)

/** Locks the pairs unless another transaction has locked them. Returns whether it did. */
export async function tryLockPairs(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(sql`select pg_try_advisory_xact_lock(${LOCK}) as locked`)
  return rows[0]?.locked === true
}

interface GroupedPair {
  a: string
  b: string
  score: number
  group_id: string
  is_head: boolean
  [column: string]: unknown
}

/**
 * Recomputes the groups of the found pairs of these books, and the `former` groups: after pairs were added or removed.
 */
export async function regroup(tx: Transaction, bookIds: readonly string[], former: readonly string[]): Promise<void> {
  if (bookIds.length === 0 && former.length === 0) return
  const ids = sql.param(bookIds)
  const { rows: pairs } = await tx.execute<GroupedPair>(sql`
    with touched as materialized (
      select group_id from duplicate where state = 'found' and a = any(${ids}::uuid[])
      union select group_id from duplicate where state = 'found' and b = any(${ids}::uuid[])
      union select unnest(${sql.param(former)}::uuid[])
    )
    select a, b, score, group_id, is_head from duplicate join touched using (group_id) where state = 'found'`)
  const grouped = groupsOf(pairs)
  const changed = grouped.filter(
    (pair, at) => pair.group_id !== pairs[at]?.group_id || pair.is_head !== pairs[at].is_head,
  )
  if (changed.length === 0) return
  await tx.execute(sql`
    update duplicate as pair set group_id = x.group_id, is_head = x.is_head
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as x(a uuid, b uuid, group_id uuid, is_head boolean)
    where pair.a = x.a and pair.b = x.b`)
}

/** The pairs with the id of their group (its smallest book id), and with the most alike pair of each as its head. */
function groupsOf(pairs: readonly GroupedPair[]): GroupedPair[] {
  const parents = new Map<string, string>()
  const rootOf = (id: string): string => {
    const parent = parents.get(id) ?? id
    if (parent === id) return id
    const root = rootOf(parent)
    parents.set(id, root)
    return root
  }
  for (const { a, b } of pairs) {
    const [low = a, high = b] = [rootOf(a), rootOf(b)].toSorted()
    parents.set(high, low)
  }
  const heads = new Map<string, GroupedPair>()
  for (const pair of pairs) {
    const head = heads.get(rootOf(pair.a))
    if (!head || pair.score > head.score) heads.set(rootOf(pair.a), pair)
  }
  return pairs.map((pair) => {
    const groupId = rootOf(pair.a)
    return { ...pair, group_id: groupId, is_head: heads.get(groupId) === pair }
  })
}
