import { parseArgs } from 'node:util'
import { measureAgainst } from '../bench/against.ts'
import { printComparison } from '../bench/compare.ts'
import { guard } from '../bench/guard.ts'
import { printReport } from '../bench/report.ts'
import { readResults, thisMachine, writeResults, type Results } from '../bench/results.ts'
import { explainSize, measureSize } from '../bench/run.ts'
import { selfCheck } from '../bench/self-check.ts'
import { listOfLimit } from '../bench/targets.ts'
import { recordFigures } from './house/noted.ts'

const USAGE = `npm run bench -- [books …] [--seconds 5]     measures; 10000, 100000 and 1000000 books unless given
npm run bench -- [books …] --explain         prints the plans of the hot queries
npm run bench -- … --only search             both for what has this in its name
npm run bench -- [books] --against COMMIT    this checkout and an earlier commit, loaded in turn; 100000 books unless given
npm run bench -- [books] --guard             fails if a kind of request costs more than usual; 10000 books unless given
npm run bench -- [books] --guard --keep      keeps what is measured as what is usual
npm run bench -- --compare a.json b.json     prints the second results against the first
The seeded data are kept under BENCH_DIR (a temporary folder unless set) and used again.`
const SIZES = [10_000, 100_000, 1_000_000]
const AGAINST_SIZE = 100_000
const GUARD_SIZE = 10_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    explain: { type: 'boolean', default: false },
    against: { type: 'string' },
    guard: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    compare: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
// Ctrl+C still stops the started server, by its `exit` handler.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))

const say = (line: string): void => console.log(line)
const { only } = values
const seconds = Number(values.seconds)
const sizes = positionals.length === 0 ? SIZES : positionals.map((text) => Number(text.replaceAll(/[,_]/g, '')))

if (values.help) say(USAGE)
else if (values.compare) compare()
else if (!sizes.every((size) => Number.isInteger(size) && size >= 1000) || !(seconds >= 1)) refuse()
else if (values.against !== undefined)
  await measureAgainst(values.against, { size: sizeOr(AGAINST_SIZE), seconds, only, say })
else if (values.guard)
  process.exitCode = (await guard({ size: sizeOr(GUARD_SIZE), seconds, only, keep: values.keep, say })) ? 0 : 1
else await run()

/** The number of books that was given. */
function sizeOr(usual: number): number {
  return positionals.length === 0 ? usual : (sizes[0] ?? usual)
}

async function run(): Promise<void> {
  selfCheck()
  if (values.explain) {
    for (const size of sizes) await explainSize(size, { only, say })
    return
  }
  const results: Results = { date: new Date().toISOString(), seconds, machine: thisMachine(), sizes: [] }
  for (const size of sizes) {
    say(`\nMeasuring with ${size.toLocaleString('en')} books`)
    results.sizes.push(await measureSize(size, { seconds, only, say }))
  }
  printReport(results, say)
  for (const result of results.sizes) {
    const share = listOfLimit(result)
    if (share !== undefined) recordFigures({ 'requests a second of the list, of the limit': Number(share.toFixed(2)) })
  }
  say(`\nWritten to ${writeResults(results)}`)
}

function compare(): void {
  const [before, after] = positionals
  if (before === undefined || after === undefined) return refuse()
  printComparison(readResults(before), readResults(after), say)
}

function refuse(): void {
  console.error(USAGE)
  process.exitCode = 1
}
