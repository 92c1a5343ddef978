import { findRow, type Results, type SizeResult } from './results.ts'
import { number, tableLines, times } from '../testing/table.ts'

/** Changes up to this share are noise on a machine with other load. */
const NOISE = 0.1

/** Prints the second results compared with the first, for the cases that both have. */
export function printComparison(before: Results, after: Results, say: (line: string) => void): void {
  say(`${before.date} → ${after.date}`)
  if (before.machine.processor !== after.machine.processor || before.machine.cores !== after.machine.cores)
    say('The machines differ: mind that ratios to the limit can be compared, times cannot.')
  for (const result of after.sizes) {
    const earlier = before.sizes.find(({ size }) => size === result.size)
    if (!earlier) continue
    say(`\n${result.size.toLocaleString('en')} books`)
    const header = ['', 'conn.', 'req/s', '→', '×', 'p99 ms', '→', '×', '']
    for (const line of tableLines(header, changesOf(earlier, result))) say(line)
  }
}

/** A row for each figure that both have; the last cell says whether it improved. */
export function changesOf(before: SizeResult, after: SizeResult): string[][] {
  const rows = after.rows.flatMap(({ name, connections, subject, figures }) => {
    const old = findRow(before, name, connections, subject)?.figures
    if (!old) return []
    const [speed, wait] = [figures.perSecond / old.perSecond, figures.p99 / old.p99]
    return [
      [
        subject === 'sql' ? `${name}: SQL alone` : name,
        String(connections),
        number(old.perSecond),
        number(figures.perSecond),
        times(speed),
        number(old.p99),
        number(figures.p99),
        times(wait),
        speed > 1 + NOISE ? 'better' : speed < 1 - NOISE ? 'worse' : '',
      ],
    ]
  })
  return [
    ...rows,
    single('exact total, first time (ms)', before.totals.first, after.totals.first),
    single('import (s)', before.imported.seconds, after.imported.seconds),
    single('memory after the run (MB)', before.memory.after, after.memory.after),
  ]
}

const single = (name: string, old: number, now: number): string[] => [
  name,
  '',
  '',
  '',
  '',
  number(old),
  number(now),
  times(now / old),
  now < old * (1 - NOISE) ? 'better' : now > old * (1 + NOISE) ? 'worse' : '',
]
