import { basename } from 'node:path'
import { db } from '#base/db/connection/client.server.ts'
import { seedIfEmpty } from '#base/db/seed/seed.server.ts'
import { bookRouter } from '#catalogue/book/book.router.server.ts'
import { as } from '#test/callers.ts'
import { judge, scoreOf, type Judgement, type JudgedQuery } from '#test/judged-search.ts'
import queries from '#catalogue/book/search/search-judged.json' with { type: 'json' }
import forgiving from '#catalogue/book/search/search-forgiving.json' with { type: 'json' }
import { withEmptyDatabase } from './empty-database.ts'
import { importCatalogue } from './import-catalogue.ts'

/** Minimum share of searches whose first hit is right. */
const LEAST = 0.95
/** Hits of a search that are judged. */
const LOOKED_AT = 100

/** Comma-separated files to import in addition to the sample books. */
const catalogues = (process.env.CATALOGUES ?? '').split(',').filter((file) => file !== '')

const judged: JudgedQuery[] = [...queries, ...forgiving]

async function measure(): Promise<boolean> {
  await seedIfEmpty(db, 'sample')
  for (const file of catalogues) console.log(`${basename(file)}: ${await importCatalogue(file)} books`)
  await db.execute('analyze')
  const imported = new Set(catalogues.map((file) => basename(file)))
  const reader = await as('reader')
  const judgements: Judgement[] = []
  for (const one of judged) {
    if (one.catalogue !== undefined && !imported.has(one.catalogue)) continue
    const { items, similar = [] } = await reader.call(bookRouter.list, { searchTerm: one.query, limit: LOOKED_AT })
    judgements.push(judge(one, [...items, ...similar]))
  }
  return report(judgements)
}

function report(judgements: Judgement[]): boolean {
  for (const { query, rank, shown } of judgements.filter((one) => one.rank !== 1))
    console.log(`  ${query}: ${rank ?? 'nowhere'}, first ${shown ? `${shown.title}, ${shown.author}` : 'nothing'}`)
  for (const language of new Set(judgements.map((one) => one.language)))
    console.log(
      line(
        language,
        judgements.filter((one) => one.language === language),
      ),
    )
  console.log(line('all', judgements))
  const { first } = scoreOf(judgements)
  console.log(
    `${first >= LEAST ? '✓' : '✗'} the first hit is right for ${(100 * first).toFixed(1)} %, at least ${100 * LEAST} %`,
  )
  return first >= LEAST
}

function line(name: string, judgements: Judgement[]): string {
  const { first, reciprocalRank } = scoreOf(judgements)
  return `${name.padEnd(4)} ${judgements.length} searches, first hit right ${first.toFixed(3)}, mean reciprocal rank ${reciprocalRank.toFixed(3)}`
}

/**
 * Judges the first hits of searches by the judged queries: those of the sample catalogue, and with CATALOGUES=<files>
 * those of the given files. False when too few are right.
 */
export default function searchQuality(): Promise<boolean> {
  return withEmptyDatabase(measure)
}
