import { chromium } from '@playwright/test'
import { setTimeout as sleep } from 'node:timers/promises'
import { findBrowser } from '../testing/browser.ts'
import { call, countBooks, csv, read, send, waitFor, type ImportState } from './import-calls.ts'
import { startMaktaba, type Maktaba } from './maktaba.ts'
import type { Cookies } from './people.ts'
import { withClient } from './seed.ts'

/** How often the server is killed. */
export const KILLS = Number(process.env.KILLS ?? 0)
const ROWS = 20_000

/** Starts imports as a program or as a person does, and looks at their end. */
interface Starter {
  start: (maktaba: Maktaba, file: string) => Promise<string>
  /** Whether the end of the import is shown where it was started. */
  isShown: () => Promise<boolean>
  close: () => Promise<void>
}

/**
 * Kills the server in the middle of imports, again and again; each next one goes on by itself, on the same port, so that a
 * page that started one finds it again. True when every row became one book and every import one entry of the activity.
 */
export async function measureKills(dataDir: string, cookies: Cookies): Promise<boolean> {
  let maktaba = await startMaktaba(dataDir)
  const starter = process.env.BROWSER === '1' ? await inBrowser(maktaba, cookies) : throughApi(cookies)
  const ended: ImportState[] = []
  const before = await countEntries(dataDir)
  let kills = 0
  let isShown = true
  while (kills < KILLS) {
    const id = await starter.start(maktaba, csv(ROWS, 3 + ended.length))
    for (; kills < KILLS; kills++) {
      await sleep(150 + ((kills * 397 + ended.length * 31) % 2500))
      if ((await read(maktaba, cookies, id)).state !== 'running') break
      await maktaba.kill()
      maktaba = await startMaktaba(dataDir, { port: Number(new URL(maktaba.url).port) })
    }
    ended.push(await waitFor(maktaba, cookies, id))
    isShown = (await starter.isShown()) && isShown
  }
  await starter.close()
  await maktaba.stop()
  const created = ended.reduce((sum, done) => sum + done.created, 0)
  const books = await countBooks(dataDir)
  const entries = (await countEntries(dataDir)) - before
  const isWhole = ended.every((done) => done.created + done.unchanged === ROWS && done.rows === ROWS)
  console.log(`${kills} kills in ${ended.length} imports of ${ROWS} rows: ${created} added, ${books} books`)
  console.log(`${entries} entries of the activity; the end was ${isShown ? '' : 'not '}shown where each was started`)
  return isWhole && books === created && entries === ended.length && isShown
}

const countEntries = (dataDir: string): Promise<number> =>
  withClient(dataDir, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int as count from activity where action = 'book.import'",
    )
    return rows[0]?.count ?? 0
  })

const throughApi = (cookies: Cookies): Starter => ({
  start: async (maktaba, file) => {
    const { id } = await send(maktaba, cookies, file, '?dryRun=true')
    await call(maktaba, cookies, `/${id}/start`, { method: 'POST' })
    return id
  },
  isShown: async () => true,
  close: async () => undefined,
})

/** A page that stays open while the server is killed. */
async function inBrowser({ url }: Maktaba, { admin }: Cookies): Promise<Starter> {
  const browser = await chromium.launch(await findBrowser())
  const context = await browser.newContext({ baseURL: url })
  const pairs = admin.split('; ').map((pair) => pair.split('='))
  await context.addCookies(pairs.map(([name = '', value = '']) => ({ name, value, url })))
  const page = await context.newPage()
  return {
    start: async (_, file) => {
      await page.goto('/manager/import', { waitUntil: 'networkidle' })
      const buffer = Buffer.from(file)
      await page.locator('input[type=file]').setInputFiles({ name: 'measured.csv', mimeType: 'text/csv', buffer })
      await page.getByRole('button', { name: /^Import [\d,]+ books$/ }).click()
      await page.getByRole('progressbar').waitFor()
      return new URL(page.url()).pathname.split('/').at(-1) ?? ''
    },
    isShown: () =>
      page
        .getByRole('link', { name: 'Show these books' })
        .waitFor()
        .then(
          () => true,
          () => false,
        ),
    close: () => browser.close(),
  }
}
