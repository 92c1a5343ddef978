import { sql } from 'drizzle-orm'
import type { Transaction } from '#base/db/actor.server.ts'
import { keyOf } from './book-blocks.ts'
import { profileOf, type BookProfile, type ProfiledBook } from './book-profile.ts'
import { likenessOf } from './compare-books.ts'
import { regroup } from './duplicate-groups.server.ts'

/** Version of the rules of comparison. Increase it with every change of them: all books are compared again then. */
export const RULES = 4
/** Minimum likeness of a pair that is stored. */
const LEAST = 0.7
/** Maximum books of a block that are read. Words that more books share do not tell books apart. */
const BLOCK_MAX = 16
/** Blocks that two books must share. */
const SHARED = 2
/** Least similarity of the consonants of two titles, before they are compared letter by letter. */
const ROUGHLY = 0.33

/** A book to be compared. */
export interface ComparedBook extends ProfiledBook {
  id: string
  version: number
}

// Makes PostgreSQL use indexes: the tables grow faster than their statistics are updated.
const LOOK_UPS = sql`select set_config('work_mem', '32MB', true), set_config('enable_seqscan', 'off', true),
  set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`

/** Makes the rest of the transaction use indexes only, for `compareBooks`. */
export const lookUpByIndex = (tx: Transaction) => tx.execute(LOOK_UPS)

/** Compares books with all others: stores their keys, and the pairs that may be the same. */
export async function compareBooks(tx: Transaction, books: readonly ComparedBook[]): Promise<void> {
  if (books.length === 0) return
  const profiles = new Map(books.map((book) => [book.id, profileOf(book)]))
  await storeKeys(tx, books, profiles)
  const ids = books.map(({ id }) => id)
  const former = await dropFound(tx, ids)
  const found = await alikeAmong(tx, ids, profiles)
  await storePairs(tx, found)
  await regroup(
    tx,
    found.flatMap(({ a, b }) => [a, b]),
    former,
  )
}

async function storeKeys(
  tx: Transaction,
  books: readonly ComparedBook[],
  profiles: ReadonlyMap<string, BookProfile>,
): Promise<void> {
  const keys = books.flatMap(({ id, version }) => {
    const profile = profiles.get(id)
    return profile ? [{ book_id: id, version, ...keyOf(profile) }] : []
  })
  await tx.execute(sql`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)
        as x(book_id uuid, version integer, main text, title text, blocks integer[])
    ), former as (
      delete from duplicate_block as stored using (
        select k.book_id, own.block from duplicate_key as k join given using (book_id), unnest(k.blocks) as own(block)
      ) as old
      where stored.block = old.block and stored.book_id = old.book_id
        and not exists (select from given where given.book_id = old.book_id and old.block = any(given.blocks))
    ), blocks as (
      insert into duplicate_block (block, book_id)
      select own.block, given.book_id from given, unnest(given.blocks) as own(block) order by 1
      on conflict do nothing
    )
    insert into duplicate_key (book_id, version, main, title, blocks)
    select book_id, version, main, title, blocks from given
    on conflict (book_id) do update
    set version = excluded.version, main = excluded.main, title = excluded.title, blocks = excluded.blocks
    where duplicate_key is distinct from excluded`)
}

/** Drops the found pairs of books; returns their groups. */
async function dropFound(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const given = sql.param(ids)
  const { rows } = await tx.execute<{ group_id: string }>(sql`
    with dropped as (
      delete from duplicate where state = 'found' and (a = any(${given}::uuid[]) or b = any(${given}::uuid[])) returning group_id
    )
    select distinct group_id from dropped`)
  return rows.map((row) => row.group_id)
}

/** Two books, the one with the smaller id first. */
interface Pair {
  a: string
  b: string
  score: number
}

interface Candidate extends ProfiledBook {
  id: string
  other: string
  [column: string]: unknown
}

async function alikeAmong(
  tx: Transaction,
  ids: readonly string[],
  own: ReadonlyMap<string, BookProfile>,
): Promise<Pair[]> {
  const profiles = new Map(own)
  const pairs: Pair[] = []
  for (const { id, other, ...book } of await candidatesOf(tx, ids)) {
    const profile = profiles.get(other) ?? profileOf(book)
    profiles.set(other, profile)
    const one = profiles.get(id)
    const score = one ? likenessOf(one, profile) : 0
    if (score >= LEAST) pairs.push({ ...(id < other ? { a: id, b: other } : { a: other, b: id }), score })
  }
  return pairs
}

/** Books that share a block and have similar titles; each pair once. */
async function candidatesOf(tx: Transaction, ids: readonly string[]): Promise<Candidate[]> {
  const given = sql`${sql.param(ids)}::uuid[]`
  // A block that two of the given books share is counted once.
  const { rows } = await tx.execute<Candidate>(sql`
    with shared as materialized (
      select least(k.book_id, found.book_id) as a, greatest(k.book_id, found.book_id) as b
      from duplicate_key as k cross join lateral unnest(k.blocks) as own(block)
      cross join lateral (select book_id from duplicate_block where duplicate_block.block = own.block limit ${BLOCK_MAX}) as found
      where k.book_id = any(${given}) and (found.book_id > k.book_id or found.book_id <> all(${given}))
      group by 1, 2 having count(*) >= ${SHARED}
    ), alike as materialized (
      select case when shared.a = any(${given}) then shared.a else shared.b end as id,
        case when shared.a = any(${given}) then shared.b else shared.a end as other
      from shared join duplicate_key as one on one.book_id = shared.a join duplicate_key as two on two.book_id = shared.b
      where greatest(public.similarity(one.main, two.main), public.similarity(one.title, two.title)) >= ${ROUGHLY}
    )
    select alike.id, alike.other, book.title, book.author, book.edition, book.volume, book.isbn from alike join book on book.id = alike.other`)
  return rows
}

async function storePairs(tx: Transaction, pairs: readonly Pair[]): Promise<void> {
  if (pairs.length === 0) return
  const columns = [pairs.map(({ a }) => a), pairs.map(({ b }) => b), pairs.map(({ score }) => score)]
  await tx.execute(sql`
    insert into duplicate (a, b, score, group_id)
    select a, b, score, a from unnest(${sql.param(columns[0])}::uuid[], ${sql.param(columns[1])}::uuid[], ${sql.param(columns[2])}::real[])
      as given(a, b, score)
    on conflict (a, b) do update set score = excluded.score`)
}
