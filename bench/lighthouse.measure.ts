import { chromium } from '@playwright/test'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startAgainAfterCrash } from '#test/start-browser.ts'
import { findBrowser } from '../testing/browser.ts'
import { freePort, startMaktaba } from './maktaba.ts'
import { median } from './median.ts'
import { makePeople } from './people.ts'
import { seededData, withClient } from './seed.ts'
import { tableLines } from '../testing/table.ts'
import { withoutHeader } from './without-header.ts'

const run = promisify(execFile)

/** Fetched when it is wanted, not installed with the rest: with its own packages it takes 176 MB. */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]
const LEAST: Record<Category, number> = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
/** Visits of a page, of whose performance the median counts: other processes on the machine disturb it. */
const VISITS = Number(process.env.VISITS ?? 3)

/** What is read of Lighthouse's report. */
interface Report {
  categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { title: string; score: number | null; displayValue?: string; scoreDisplayMode: string }>
}

interface Page {
  path: string
  cookie: string
}

async function visit(url: string, { path, cookie }: Page, port: number): Promise<Report> {
  const { stdout } = await run(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      `${url}${path}`,
      `--port=${port}`,
      '--output=json',
      '--quiet',
      `--only-categories=${CATEGORIES.join(',')}`,
      ...(cookie === '' ? [] : [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`]),
    ],
    { maxBuffer: 100_000_000, timeout: 180_000 },
  )
  return JSON.parse(stdout)
}

const scoreOf = (report: Report, category: Category): number =>
  Math.round(100 * (report.categories[category].score ?? 0))

/** What a report finds wrong; of the performance only where that is too low. */
function findings(report: Report): string[] {
  return CATEGORIES.filter((category) => scoreOf(report, category) < LEAST[category]).flatMap((category) =>
    report.categories[category].auditRefs
      .filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `  ${category}: ${report.audits[id]?.title} ${report.audits[id]?.displayValue ?? ''}`.trimEnd()),
  )
}

/** The public pages and the reader's, in English, the list also in Arabic. */
async function pages(dataDir: string, reader: string): Promise<Page[]> {
  const id = await withClient(dataDir, async (client) => {
    const { rows } = await client.query<{ id: string }>('select id from book order by id limit 1')
    return rows[0]?.id ?? ''
  })
  const arabic = 'language=ar'
  return [
    ...['/login', '/login/verify?email=amina@example.com', '/login/error'].map((path) => ({ path, cookie: '' })),
    { path: '/login', cookie: arabic },
    ...['/home', '/app', '/app/books', '/app/books?searchTerm=river', `/app/books/${id}`, '/app/account'].map(
      (path) => ({ path, cookie: reader }),
    ),
    { path: '/app/books', cookie: reader.replace(/language=\w+/, arabic) },
  ]
}

/** Has Lighthouse judge the pages as on a phone. Needs the network for Lighthouse itself. */
export default async function measureLighthouse(): Promise<boolean> {
  try {
    await run('npx', ['--yes', LIGHTHOUSE, '--version'], { timeout: 180_000 })
  } catch (error) {
    console.error(
      `${LIGHTHOUSE} could not be fetched from npm: ${error instanceof Error ? error.message : String(error)}`,
    )
    return false
  }
  const { dataDir } = await seededData(10_900, console.log)
  const { reader } = await makePeople(dataDir)
  const wanted = (await pages(dataDir, reader)).filter(({ path }) => path.startsWith(process.env.ONLY ?? ''))
  const port = await freePort()
  const found = await findBrowser()
  startAgainAfterCrash(chromium)
  const browser = await chromium.launch({ ...found, args: [...found.args, `--remote-debugging-port=${port}`] })
  const own = await freePort()
  // The Chromium of the package (147) loses its renderer when it traces a page with this header, which is not judged.
  const { url, close } = await withoutHeader('referrer-policy', own)
  const maktaba = await startMaktaba(dataDir, { port: own, settings: { BASE_URL: url } })
  const rows: string[][] = []
  const faults: string[] = []
  try {
    for (const page of wanted) {
      const reports: Report[] = []
      for (let at = 0; at < VISITS; at++) reports.push(await visit(url, page, port))
      const scores = CATEGORIES.map((category) => median(reports.map((report) => scoreOf(report, category))))
      const isGood = CATEGORIES.every((category, at) => (scores[at] ?? 0) >= LEAST[category])
      const name = `${page.path}${page.cookie.includes('=ar') ? ' (ar)' : ''}`
      rows.push([name, ...scores.map(String), isGood ? '✓' : '✗'])
      // The one whose performance counts.
      const middle = reports.toSorted((a, b) => scoreOf(a, 'performance') - scoreOf(b, 'performance'))[
        Math.floor(reports.length / 2)
      ]
      if (!isGood && middle) faults.push(name, ...findings(middle))
    }
  } finally {
    await browser.close()
    await maktaba.stop()
    close()
  }
  for (const line of tableLines(['', ...CATEGORIES, ''], rows)) console.log(line)
  for (const fault of faults) console.log(fault)
  return faults.length === 0
}
