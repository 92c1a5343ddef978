import baseline from './baseline.json' with { type: 'json' }
import { findRow, type Results, type Row, type SizeResult } from './results.ts'
import { number, tableLines, times } from '../testing/table.ts'
import { LARGE, ofLimit, verdictsOf } from './targets.ts'

interface Known {
  perSecond?: number
  p50?: number
}

const HEADER = ['', 'conn.', 'req/s', 'p50 ms', 'p95 ms', 'p99 ms', 'failed', '/limit', '/SQL', '/100,000', '/public']

/** Prints the results by size, then which targets are met. */
export function printReport(results: Results, say: (line: string) => void): void {
  const { cores, processor, node } = results.machine
  say(`\n${cores} cores (${processor}), Node ${node}, ${results.seconds} s each, server, database and load together`)
  const small = results.sizes.find(({ size }) => size === 100_000)
  for (const result of results.sizes) {
    say(`\n${result.size.toLocaleString('en')} books`)
    const rows = result.rows.map((row) => cellsOf(row, result, result.size === LARGE ? small : undefined))
    for (const line of tableLines(HEADER, rows)) say(line)
    sayRest(result, say)
  }
  say(`\n/limit, /SQL: requests a second against the bare server and against PostgreSQL alone, as many connections`)
  say(`/100,000: against as many requests at 100,000 books`)
  say(`/public: against the ${baseline.name} with as many books (${baseline.setting})`)
  const verdicts = verdictsOf(results)
  if (verdicts.length > 0) say('\nTargets')
  for (const { target, measured, isMet } of verdicts) say(`${isMet ? '✓' : '✗'} ${target}: ${measured}`)
}

function cellsOf(row: Row, result: SizeResult, small: SizeResult | undefined): string[] {
  const { name, connections, figures, subject } = row
  const isOurs = subject === 'maktaba'
  const against = (other: Row | undefined) =>
    other && isOurs ? times(figures.perSecond / other.figures.perSecond) : ''
  return [
    subject === 'sql' ? `${name}: SQL alone` : name,
    String(connections),
    number(figures.perSecond),
    ...[figures.p50, figures.p95, figures.p99].map((time) => (figures.requests === 0 ? '–' : number(time))),
    figures.failures === 0 ? '' : String(figures.failures),
    isOurs && name.startsWith('list,') ? times(ofLimit(result, name, connections)) : '',
    against(findRow(result, name, connections, 'sql')),
    against(findRow(small, name, connections)),
    isOurs && connections === (result.size === LARGE && name.startsWith('search') ? 4 : baseline.connections)
      ? times(ofPublic(result.size, name, row))
      : '',
  ]
}

/** The ratio of requests a second, or of times if only a time is known. */
function ofPublic(size: number, name: string, { figures }: Row): number | undefined {
  const sizes: Record<string, Record<string, Known>> = baseline.sizes
  const known = sizes[size]?.[name]
  if (known?.perSecond !== undefined) return figures.perSecond / known.perSecond
  return known?.p50 === undefined ? undefined : known.p50 / figures.p50
}

function sayRest({ totals, found, hasSaves, imported, memory }: SizeResult, say: (line: string) => void): void {
  say(
    `exact totals (${totals.asked} searches, 1 connection): first time ${totals.first} ms at most, then ${totals.cached} ms`,
  )
  say(
    `searches that find something: ${Object.entries(found)
      .map(([name, many]) => `${name} ${many}`)
      .join(', ')}`,
  )
  if (!hasSaves) say('a save: not there yet')
  say(
    `an import of ${number(imported.rows)} rows: ${imported.seconds} s, ${number(imported.rows / imported.seconds)} rows/s`,
  )
  say(
    `memory of the server: ${memory.before} MB before, ${memory.after} MB after (${baseline.name}: ${baseline.memory} MB)`,
  )
}
