import { chromium } from '@playwright/test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { startAgainAfterCrash } from '#test/start-browser.ts'
import { findBrowser } from '../testing/browser.ts'
import { readJson } from './json.ts'
import { startMaktaba } from './maktaba.ts'
import { makePeople } from './people.ts'
import { catalogue } from './poor-connection/catalogue.ts'
import { measureCrowd } from './poor-connection/crowd.ts'
import { report, type Results } from './poor-connection/report.ts'
import { measureTaps } from './poor-connection/taps.ts'
import { measureVisits } from './poor-connection/visit.ts'

const BEFORE = join(projectRoot, 'bench', 'poor-connection', 'before.json')

/**
 * Visits the sign-in page and the list of books with an old phone on a poor connection, taps about, and lets twenty
 * readers share a connection. CATALOGUES=<files> measures with the books of these files in place of generated ones;
 * KEEP=1 keeps the figures as those of 'before'.
 */
export default async function measurePoorConnection(): Promise<boolean> {
  const { name, dataDir, remove } = await catalogue()
  const { reader } = await makePeople(dataDir)
  startAgainAfterCrash(chromium)
  const browser = await chromium.launch(await findBrowser())
  try {
    const maktaba = await startMaktaba(dataDir)
    const results: Omit<Results, 'crowd'> = await (async () => ({
      visits: {
        '/login': await measureVisits(browser, maktaba.url, '/login'),
        '/app/books': await measureVisits(browser, maktaba.url, '/app/books', reader),
      },
      taps: await measureTaps(browser, maktaba.url, reader),
    }))().finally(maktaba.stop)
    const all: Results = { ...results, crowd: await measureCrowd(browser, dataDir, reader) }
    const former = readJson<Record<string, Results>>(BEFORE) ?? {}
    const isGood = report(all, former[name])
    if (process.env.KEEP) writeFileSync(BEFORE, `${JSON.stringify({ ...former, [name]: all }, null, 2)}\n`)
    return isGood
  } finally {
    await browser.close()
    remove()
  }
}
