import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { refuseImpersonation } from '#auth/session/fresh-session.server.ts'
import { db } from '#db/client.server.ts'
import { createError } from '#errors/create-error.server.ts'
import { contextOf, requireAccess } from '#rpc/procedure.server.ts'
import { checkColumns, genreList, stateColumns, type CatalogueState } from './catalogue-sql.server.ts'
import type { CatalogueCheck, CatalogueGenre, WholeCatalogue } from './catalogue-wire.ts'
import { shortIds } from './short-ids.ts'

const brotli = promisify(brotliCompress)

type WholeRow = Record<keyof CatalogueState, string> & {
  check: CatalogueCheck
  genre_list: CatalogueGenre[]
  ids: string | null
  places: string | null
  titles: string | null
  authors: string | null
  author_steps: string | null
  publishers: string | null
  publisher_steps: string | null
  genre_of: string | null
}

/** A text of one line: the columns are joined by line feeds. */
const line = (column: string) => sql`translate(${sql.identifier(column)}, E'\\n', ' ')`

/** The whole catalogue in columns, which PostgreSQL makes: no book becomes an object here. */
async function readWhole(): Promise<WholeCatalogue> {
  const { rows } = await db.execute<WholeRow>(sql`
    with listed as materialized (
      select id, ${line('title')} as title, ${line('author')} as author, ${line('publisher')} as publisher, genre_id,
        row_number() over in_order - 1 as place,
        dense_rank() over (order by author collate "C") as author_number,
        dense_rank() over (order by publisher collate "C") as publisher_number
      from book window in_order as (order by author collate "C", title collate "C", id)
    ), genre_number as (select id, row_number() over (order by id) - 1 as number from genre),
    stepped as (
      select *, author_number - lag(author_number, 1, 1) over in_order as author_step,
        publisher_number - lag(publisher_number, 1, 1) over in_order as publisher_step
      from listed window in_order as (order by place)
    )
    select ${stateColumns}, ${genreList} as genre_list,
      (select ${checkColumns} from listed) as check,
      (select string_agg(replace(id::text, '-', ''), ',' order by id) from listed) as ids,
      (select string_agg(place::text, ',' order by id) from listed) as places,
      (select string_agg(title, E'\\n' order by place) from listed) as titles,
      (select string_agg(author, E'\\n' order by author collate "C") from (select distinct author from listed) as one) as authors,
      (select string_agg(author_step::text, ',' order by place) from stepped) as author_steps,
      (select string_agg(publisher, E'\\n' order by publisher collate "C") from (select distinct publisher from listed) as one) as publishers,
      (select string_agg(publisher_step::text, ',' order by place) from stepped) as publisher_steps,
      (select string_agg(coalesce(number::text, ''), ',' order by place)
        from listed left join genre_number on genre_number.id = genre_id) as genre_of`)
  const [row] = rows
  if (!row) throw new Error('The catalogue was not read')
  const { check } = row
  return {
    kind: 'whole',
    version: [row.origin, row.horizon, row.tables, row.genres].join('.'),
    check,
    genres: row.genre_list,
    ids: shortIds(row.ids?.split(',') ?? [], row.places?.split(',').map(Number) ?? []),
    titles: row.titles ?? '',
    authors: { names: row.authors ?? '', steps: row.author_steps ?? '' },
    publishers: { names: row.publishers ?? '', steps: row.publisher_steps ?? '' },
    genreOf: row.genre_of ?? '',
  }
}

/** Answers `GET /api/offline-catalogue`: the catalogue for the phone of the person who is signed in. */
export async function answerCatalogue(request: Request): Promise<Response> {
  const { session } = await contextOf(request.headers)
  const { user, ...allowed } = requireAccess(session, 'book:read')
  refuseImpersonation(allowed)
  const { searchParams } = new URL(request.url)
  // Another person has signed in meanwhile, in another tab.
  if (searchParams.get('person') !== user.id) throw createError('FORBIDDEN')
  const body = Buffer.from(JSON.stringify(await readWhole()))
  const packed = await brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 9,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
    },
  })
  return new Response(packed, {
    headers: {
      'content-type': 'application/json',
      'content-encoding': 'br',
      'cache-control': 'private, no-store',
      vary: 'Accept-Encoding',
    },
  })
}
