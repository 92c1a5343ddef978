import { type SQL, sql } from 'drizzle-orm'
import type { Locale } from '#base/i18n/locale.ts'
import { lookUp } from '#base/lib/list/look-up.ts'
import ar from '../../../messages/base/ar.json' with { type: 'json' }
import en from '../../../messages/base/en.json' with { type: 'json' }
import fr from '../../../messages/base/fr.json' with { type: 'json' }
import sw from '../../../messages/base/sw.json' with { type: 'json' }
import type { Transaction } from './actor.server.ts'
import type { Queryable } from './connection/client.server.ts'
import { genre, type GenreNames } from './tables/genre.ts'

const MESSAGES: Record<Locale, Record<string, unknown>> = { en, fr, ar, sw }

/** The names of a seed genre by language, from the keys `genre_<slug>` of messages/base/; empty for an unknown slug. */
export const seedNames = (slug: string): GenreNames =>
  Object.fromEntries(
    Object.entries(MESSAGES).flatMap(([locale, messages]) => {
      const word = lookUp(messages, `genre_${slug.replaceAll('-', '_')}`)
      return typeof word === 'string' ? [[locale, word]] : []
    }),
  )

type Named = Pick<typeof genre.$inferSelect, 'name' | 'slug' | 'names'>

/** The names of a genre by language: its own, or those of its slug, of which the English one is its `name`. */
export function namesByLanguage({ slug, names }: Named): GenreNames {
  const { en: _, ...others } = slug === null ? {} : seedNames(slug)
  return names ?? others
}

/** The text by which a search finds a genre, beside its `name`. */
export const searchedWords = (named: Named): string => Object.values(namesByLanguage(named)).join(' ')

// The seeded genres' names in every language. Other message keys with this prefix match no slug.
const seeded = Object.values(MESSAGES).flatMap((messages) =>
  Object.entries(messages).flatMap(([key, text]) =>
    key.startsWith('genre_') && typeof text === 'string'
      ? [{ slug: key.slice('genre_'.length).replaceAll('_', '-'), text }]
      : [],
  ),
)

/** Every name of every genre, hashed. A seeded genre that was renamed is still known by its former names. */
const hashedNames = (): SQL => sql`
  select id, public.fold_hash(text) as hash, is_former from (
    select id, name as text, false as is_former from genre
    union all select id, value, false from genre, jsonb_each_text(names)
    union all select id, text, names is not null
      from unnest(${sql.param(seeded.map(({ slug }) => slug))}::text[], ${sql.param(seeded.map(({ text }) => text))}::text[])
        as known(slug, text) join genre using (slug)
  ) as named`

export interface GenreMatch {
  name: string
  /** Names that differ only in case, accents and spaces have the same key: they are one genre. */
  key: string
  id: string | null
}

/** The genre of each name, in the same order. Current names in any language win over former names of seed genres. */
export async function matchGenres(db: Pick<Queryable, 'execute'>, names: string[]): Promise<GenreMatch[]> {
  const { rows } = await db.execute<GenreMatch & Record<string, unknown>>(sql`
    with known as materialized (${hashedNames()}), asked as materialized (
      select name, at, public.fold_hash(name) as hash from unnest(${sql.param(names)}::text[]) with ordinality as given(name, at)
    )
    select name, encode(hash, 'hex') as key,
      (select id from known where known.hash = asked.hash order by is_former, id limit 1) as id
    from asked order by at`)
  return rows
}

/** Which of the names another genre has, in any language. */
export async function takenNames(tx: Transaction, names: string[], exceptId?: string): Promise<Set<string>> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    with known as materialized (${hashedNames()})
    select name from unnest(${sql.param(names)}::text[]) as name where exists (
      select from known
      where not is_former and id is distinct from ${exceptId ?? null}::uuid and known.hash = public.fold_hash(name))`)
  return new Set(rows.map(({ name }) => name))
}

/** Blocks other writers of genres until the transaction ends, so that a name that was free stays free. */
export const lockGenres = (tx: Pick<Queryable, 'execute'>) =>
  tx.execute(sql`lock table ${genre} in share row exclusive mode`)
