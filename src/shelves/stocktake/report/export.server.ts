import { csvFile } from '#base/csv/write-csv.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { KINDS, type Kind } from '../stocktake.schema.ts'
import { kindWord } from '../stocktake.words.ts'
import type { StocktakeRecord } from './kinds.server.ts'
import { findRows } from './rows.server.ts'

/** Rows that one statement reads: no client holds a connection while it reads a file slowly. */
const PAGE = 1000

/** What a stock-taking has found, of a kind or all, with headings in the current language. */
export function writeReport(record: StocktakeRecord, kind: Kind | undefined): AsyncGenerator<Buffer> {
  const headings = {
    kind: m.stocktake_found(),
    location: m.copy_location(),
    shelfMark: m.copy_shelf_mark(),
    number: m.copy_number(),
    title: m.book_title(),
    author: m.book_author(),
    place: m.stocktake_seen_in(),
    lastSeenAt: m.copy_last_seen(),
    times: m.stocktake_times(),
    borrower: m.copy_on_loan_to(),
    group: m.borrower_group(),
  }
  const columns = Object.entries(headings).map(([field, heading]) => ({ field, heading }))
  const words = new Map(KINDS.map((one) => [one, kindWord(one)]))
  return csvFile(columns, cellsOf(record, kind === undefined ? KINDS : [kind], words))
}

async function* cellsOf(
  record: StocktakeRecord,
  kinds: readonly Kind[],
  words: ReadonlyMap<Kind, string>,
): AsyncGenerator<string[][]> {
  for (const kind of kinds)
    for (let offset = 0; ; offset += PAGE) {
      const { items } = await findRows(record, { kind, offset, limit: PAGE })
      yield items.map((row) => [
        words.get(kind) ?? kind,
        row.location,
        row.shelfMark,
        row.number,
        row.title,
        row.author,
        row.place ?? '',
        row.lastSeenAt?.toISOString() ?? '',
        String(row.times),
        row.borrower ?? '',
        row.group ?? '',
      ])
      if (items.length < PAGE) break
    }
}
