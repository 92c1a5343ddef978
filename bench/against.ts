import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { addCheckout, runIn } from './checkout.ts'
import { costRatio, loadInTurn } from './in-turn.ts'
import { startMeasured } from './measured-server.ts'
import { BENCH_DIR, seededData, seededIn, type SeededData } from './seed.ts'
import { number, tableLines, times } from '../testing/table.ts'

interface AgainstOptions {
  size: number
  seconds: number
  only: string
  say: (line: string) => void
}

const ROUNDS = 6
const CONNECTIONS = 10
/** A case that takes this much longer than before is marked. */
const SLOWER = 1.05

/** Prints each case of this checkout beside that of an earlier commit, both servers loaded in turn. */
export async function measureAgainst(commit: string, { size, seconds, only, say }: AgainstOptions): Promise<void> {
  const hash = runIn(projectRoot, 'git', 'rev-parse', '--verify', '--short', `${commit}^{commit}`)
  const folder = join(BENCH_DIR, `against-${hash}`)
  const checkout = join(folder, 'checkout')
  if (!existsSync(join(checkout, 'node_modules'))) {
    say(`Installing ${hash} into ${checkout}`)
    addCheckout(hash, checkout)
    runIn(checkout, process.execPath, 'scripts/build.ts')
  }
  const old = await startMeasured(await seededByOther(checkout, { size, benchDir: folder, say }), {
    checkout,
    // A case that it does not know yet is an error there.
    logFile: join(folder, 'server.log'),
  })
  const now = await startMeasured(await seededData(size, say))
  try {
    const rows: string[][] = []
    for (const one of now.cases.filter(({ name }) => name.includes(only))) {
      const before = old.cases.find(({ name }) => name === one.name)
      if (!before || !(await old.answers(before)) || !(await now.answers(one))) {
        say(`${one.name}: not answered by both`)
        continue
      }
      const [first, second] = await loadInTurn([old.turn(before), now.turn(one)], {
        rounds: ROUNDS,
        seconds,
        connections: CONNECTIONS,
      })
      if (!first || !second) continue
      const cost = costRatio(second, first)
      rows.push([
        one.name,
        number(first.perSecond),
        number(second.perSecond),
        times(second.perSecond / first.perSecond),
        milliseconds(first.processorMs),
        milliseconds(second.processorMs),
        times(cost),
        cost > SLOWER ? 'slower' : '',
      ])
      say(`${one.name}: ${times(cost)} of the cost of before`)
    }
    say(`\n${number(size)} books, ${hash} → this checkout, ${CONNECTIONS} connections, medians of ${ROUNDS} rounds`)
    const header = ['', 'req/s', '→', '×', 'processor ms', '→', '×', '']
    for (const line of tableLines(header, rows)) say(line)
    say(`Memory of the server's process: ${old.maktaba.memory()} → ${now.maktaba.memory()} MB`)
  } finally {
    await old.maktaba.stop()
    await now.maktaba.stop()
  }
}

/** Lets an earlier checkout seed its own data: its tables are those of its time. */
async function seededByOther(
  checkout: string,
  { size, benchDir, say }: { size: number; benchDir: string; say: (line: string) => void },
): Promise<SeededData> {
  say('Seeding the data of the earlier commit')
  const isolated = ['env', `BENCH_DIR=${benchDir}`, process.execPath, 'scripts/bench.ts']
  // Nothing is measured: no case has this name.
  const [program = '', ...args] = [...isolated, String(size), '--explain', '--only', 'nothing but the data']
  runIn(checkout, program, ...args)
  return seededIn(benchDir, size)
}

const milliseconds = (value: number | undefined): string => (value === undefined ? '' : value.toFixed(2))
