import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { VersionedPromiseCache } from '#base/db/list/versioned-cache.server.ts'
import type { Encoding } from '#base/lib/http/best-encoding.server.ts'
import { horizonSql, readRunning } from './catalogue-horizon.server.ts'
import { wireColumns, checkColumns, genreList, stateColumns, type CatalogueState } from './catalogue-sql.server.ts'
import { formatVersion } from './catalogue-version.server.ts'
import type { CatalogueCheck, CatalogueGenre, WholeCatalogue, WireBook } from '../catalogue-wire.ts'
import type { Columns } from '#base/lib/columns.ts'

const toBrotli = promisify(brotliCompress)
const fromBrotli = promisify(brotliDecompress)
const toGzip = promisify(gzip)

type WholeRow = Record<keyof CatalogueState | 'horizon', string> & {
  check: CatalogueCheck
  genre_list: CatalogueGenre[]
  books: Columns<WireBook>
}

async function readWhole(): Promise<WholeCatalogue> {
  const running = await readRunning()
  const { rows } = await db.execute<WholeRow>(sql`
    select ${stateColumns}, ${horizonSql(running)} as horizon, ${genreList} as genre_list,
      (select ${checkColumns} from book) as check,
      (select ${wireColumns} from (select * from book order by author collate "C", title collate "C") as one) as books`)
  const [row] = rows
  if (!row) throw new Error('The catalogue was not read')
  const { check, genre_list: genres, books } = row
  return { kind: 'whole', version: formatVersion(row), check, genres, books }
}

/** Of brotli: 20 times as fast as the best, and 8 % larger. */
const QUALITY = 9

async function packWhole(): Promise<Buffer<ArrayBuffer>> {
  const body = Buffer.from(JSON.stringify(await readWhole()))
  return toBrotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
    },
  })
}

/** The compressed bytes of the last version alone: a school's phones cost one compression. */
const packed = new VersionedPromiseCache<Buffer<ArrayBuffer>>(2)

/** The whole catalogue as it is sent in an encoding, made once for a version of the tables. */
export async function wholeBytes(encoding: Encoding, tables: string): Promise<Buffer<ArrayBuffer>> {
  const whole = await packed.getOrLoad('br', tables, packWhole)
  if (encoding === 'br') return whole
  // Browsers ask for brotli on a safe connection alone.
  if (encoding === 'gzip') return packed.getOrLoad('gzip', tables, async () => toGzip(await fromBrotli(whole)))
  return fromBrotli(whole)
}
