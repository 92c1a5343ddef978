import { chromium, type Browser, type BrowserContextOptions } from '@playwright/test'
import { startAgainAfterCrash } from '#test/start-browser.ts'
import { findBrowser } from '../testing/browser.ts'
import { startServer, type RunningServer } from '../testing/server.ts'
import { stateOf } from '../testing/enter.ts'
import { waitForHydration } from '../testing/sign-in.ts'
import { watch } from '../testing/watch.ts'
import { recordFigures } from './house/noted.ts'

interface Budget {
  path: string
  person: 'nobody' | 'reader'
  /** Transferred bytes of JavaScript and CSS: from the first on it is said, more than the second is refused. */
  warning: number
  limit: number
  /** Of the whole page, with fonts. */
  whole: number
}

const BUDGETS: Budget[] = [
  { path: '/login', person: 'nobody', warning: 170_000, limit: 180_000, whole: 210_000 },
  { path: '/app/books', person: 'reader', warning: 205_000, limit: 215_000, whole: 300_000 },
  // Titles and covers in Arabic on an English page: both typefaces.
  {
    path: `/app/books?author=${encodeURIComponent('نجيب محفوظ')}`,
    person: 'reader',
    warning: 205_000,
    limit: 215_000,
    whole: 300_000,
  },
]
const COUNTED = /javascript|css/
/** What only an upgrade of a library changes, which a browser keeps from build to build: `vite.config.ts`. */
const LIBRARIES = /\/libraries-/
/** Bytes below which the server does not compress. */
const UNCOMPRESSED = 1200
/** Milliseconds without a response after which a page counts as loaded. */
const IDLE = 1000

interface Transferred {
  name: string
  type: string
  encoding: string
  size: number
}

/** Opens a page with an empty cache; returns the transferred files and the errors. */
async function firstVisit(browser: Browser, url: string, path: string, options: BrowserContextOptions) {
  const context = await browser.newContext({ ...options, baseURL: url, viewport: { width: 390, height: 844 } })
  const { faults } = await watch(context, url)
  const page = await context.newPage()
  const answers: Promise<Transferred>[] = []
  page.on('requestfinished', (request) => {
    answers.push(
      Promise.all([request.response(), request.sizes()]).then(([response, { responseBodySize }]) => ({
        name: new URL(request.url()).pathname,
        type: response?.headers()['content-type'] ?? '',
        encoding: response?.headers()['content-encoding'] ?? 'none',
        size: responseBodySize,
      })),
    )
  })
  await page.goto(path)
  await waitForHydration(page)
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(IDLE)
  const files = await Promise.all(answers)
  await context.close()
  return { files, faults }
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`.padStart(9)

function report({ path, warning, limit, whole }: Budget, files: Transferred[], faults: string[]): boolean {
  const counted = files.filter(({ type }) => COUNTED.test(type)).toSorted((a, b) => b.size - a.size)
  const sum = counted.reduce((total, { size }) => total + size, 0)
  const plain = counted.filter(({ encoding, size }) => encoding !== 'br' && size > UNCOMPRESSED)
  const ofLibraries = counted.filter(({ name }) => LIBRARIES.test(name)).reduce((bytes, { size }) => bytes + size, 0)
  recordFigures({ [`bytes of ${path}`]: sum, [`bytes of ${path} without libraries`]: sum - ofLibraries })
  const total = files.reduce((bytes, { size }) => bytes + size, 0)
  const isGood = sum <= limit && sum > 0 && total <= whole && plain.length === 0 && faults.length === 0
  console.log(
    `${isGood ? '✓' : '✗'} ${path}: ${kilobytes(sum).trim()} of JavaScript and CSS, at most ${kilobytes(limit).trim()}`,
  )
  console.log(`  ${kilobytes(sum - ofLibraries).trim()} of them ours, ${kilobytes(ofLibraries).trim()} of libraries`)
  if (isGood && sum > warning) console.log(`  a warning: more than ${kilobytes(warning).trim()}`)
  for (const { name, size, encoding } of counted) console.log(`  ${kilobytes(size)}  ${encoding.padEnd(4)}  ${name}`)
  for (const { name } of plain) console.log(`  not in brotli: ${name}`)
  for (const fault of faults) console.log(`  ${fault}`)
  for (const { name, size } of files.filter(({ type }) => type.startsWith('font/')))
    console.log(`  ${kilobytes(size)}  font  ${name}`)
  console.log(`  ${kilobytes(total)}  with page, fonts and icons, at most ${kilobytes(whole).trim()}`)
  return isGood
}

async function measure(browser: Browser, server: RunningServer): Promise<boolean> {
  let isGood = true
  for (const budget of BUDGETS) {
    const { person, path } = budget
    const visitor = { email: 'budget@example.com', dataDir: server.dataDir }
    const options = person === 'nobody' ? {} : { storageState: await stateOf(server.url, person, visitor) }
    const { files, faults } = await firstVisit(browser, server.url, path, options)
    if (!report(budget, files, faults)) isGood = false
  }
  return isGood
}

// The byte budget of a first visit, measured in a browser against the production build.
startAgainAfterCrash(chromium)
const browser = await chromium.launch(await findBrowser())
const server = await startServer()
const isGood = await measure(browser, server).finally(() => Promise.all([browser.close(), server.stop()]))
process.exit(isGood ? 0 : 1)
