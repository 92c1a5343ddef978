import { tableLines } from '../../testing/table.ts'
import type { FaultResult } from './fault.ts'

const HEADER = ['fault', 'times', 'acknowledged', 'lost', 'answers', 'outage', 'verdict']

/** The table of all results, and below it what did not hold. */
export function resultLines(results: ReadonlyMap<string, FaultResult>): string[] {
  const rows = [...results].map(([name, result]) => {
    const { times, acknowledged, lost, answers, longestOutage, problems, skipped } = result
    const byStatus = [...answers].toSorted(([a], [b]) => a.localeCompare(b))
    return [
      name,
      String(times),
      String(acknowledged),
      String(lost),
      byStatus.map(([status, count]) => `${status}: ${count}`).join(', '),
      `${(longestOutage / 1000).toFixed(1)} s`,
      skipped === undefined ? (problems.length === 0 ? 'kept' : 'BROKEN') : 'skipped',
    ]
  })
  const notes = [...results].flatMap(([name, { problems, skipped }]) => [
    ...(skipped === undefined ? [] : [`${name} was skipped: ${skipped}`]),
    ...problems.slice(0, 20).map((problem) => `${name}: ${problem}`),
  ])
  return [...tableLines(HEADER, rows), ...notes]
}
