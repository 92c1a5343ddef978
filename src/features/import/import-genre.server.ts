import { sql } from 'drizzle-orm'
import type { Queryable } from '#db/client.server.ts'
import { genre } from '#db/tables/genre.ts'
import { hueOf } from '#features/genre/genre.schema.ts'
import ar from '../../../messages/ar.json' with { type: 'json' }
import en from '../../../messages/en.json' with { type: 'json' }
import fr from '../../../messages/fr.json' with { type: 'json' }
import sw from '../../../messages/sw.json' with { type: 'json' }

// The seeded genres' names in every language. Other message keys with this prefix match no slug.
const words = [en, fr, ar, sw].flatMap((messages) =>
  Object.entries(messages).flatMap(([key, word]) =>
    key.startsWith('genre_') && typeof word === 'string'
      ? [{ slug: key.slice('genre_'.length).replaceAll('_', '-'), word }]
      : [],
  ),
)
const slugs = words.map(({ slug }) => slug)
const texts = words.map(({ word }) => word)

export interface GenreMatch {
  name: string
  /** Names that differ only in case, accents and spaces have the same key: they are one genre. */
  key: string
  id: string | null
}

/** The genre of each name, in the same order: by its own name, or by its name in one of the four languages. */
export async function matchGenres(db: Queryable, names: string[]): Promise<GenreMatch[]> {
  const { rows } = await db.execute<GenreMatch & Record<string, unknown>>(sql`
    with word as materialized (
      select genre.id, public.fold_hash(text) as hash
      from unnest(${sql.param(slugs)}::text[], ${sql.param(texts)}::text[]) as known(slug, text) join genre using (slug)
    ), asked as materialized (
      select name, at, public.fold_hash(name) as hash from unnest(${sql.param(names)}::text[]) with ordinality as given(name, at)
    )
    select name, encode(hash, 'hex') as key, coalesce(
      (select id from genre where name_hash = asked.hash),
      (select id from word where word.hash = asked.hash order by id limit 1)
    ) as id
    from asked order by at`)
  return rows
}

export interface GenresOfNames {
  ids: Map<string, string>
  /** Ids of the genres that were added. */
  added: string[]
}

/** The ids of genres by name. A missing genre is added with a hue derived from its name; without `areAdded` it gets no id. */
export async function findOrAddGenres(db: Queryable, names: string[], areAdded: boolean): Promise<GenresOfNames> {
  if (names.length === 0) return { ids: new Map(), added: [] }
  const matches = await matchGenres(db, names)
  const missing = matches.filter(({ id }) => id === null)
  if (missing.length === 0 || !areAdded) return { ids: idsOf(matches), added: [] }
  // The first of several spellings wins.
  const nameOf = new Map(missing.toReversed().map(({ key, name }) => [key, name]))
  const rows = [...nameOf.values()].map((name) => ({ name, hue: hueOf(name) }))
  const inserted = await db.insert(genre).values(rows).onConflictDoNothing().returning({ id: genre.id })
  // Read again, because another process may have added some of them.
  return { ids: idsOf(await matchGenres(db, names)), added: inserted.map(({ id }) => id) }
}

const idsOf = (matches: GenreMatch[]): Map<string, string> =>
  new Map(matches.flatMap(({ name, id }): [string, string][] => (id === null ? [] : [[name, id]])))
