import { generateKeyPairSync } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { publicKeyOf } from '#base/lib/signed-package.server.ts'
import { findBrowser } from '../../testing/browser.ts'
import { waitForHydration } from '../../testing/sign-in.ts'
import { words } from '../../testing/words.ts'
import { writeDebianPackage } from '../../scripts/package/debian.ts'
import { BootedDebian } from './booted-debian.ts'
import { InstalledPackage, URL_OF_SERVER } from './debian/installed.ts'
import { cutUpdates, installBroken, killInstallation } from './debian/update-cuts.ts'
import { addMigration, breakServer, writeVariant } from './debian/variant.ts'
import { setUpLibrary } from './debian-manager.ts'
import { stopwatch, SYSTEMD, withDebian } from './debian-root.ts'
import type { Fault, FaultOptions } from './fault.ts'
import { Ledger } from './ledger.ts'

const w = words('en')
const newKey = () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

const fault: Fault = {
  about:
    'updates of the Debian package under systemd: from the page, one that does not start, power cuts at each step, the way back',
  run: ({ say, only = '' }) =>
    withDebian(async (debian) => {
      const folder = mkdtempSync(join(tmpdir(), 'maktaba-packages-'))
      const machine = new BootedDebian(debian)
      const browser = await chromium.launch(await findBrowser())
      const ledger = new Ledger()
      try {
        const key = newKey()
        const first = await writeDebianPackage({
          architecture: process.arch === 'arm64' ? 'arm64' : 'amd64',
          revision: '1',
          folder,
          signing: { key, trusted: publicKeyOf(key) },
          compression: ['-Zgzip', '-z1'],
        })
        const installed = new InstalledPackage(debian, machine)
        await start(installed, first)
        const cookie = await setUpLibrary(URL_OF_SERVER)
        const books = async () => {
          const answer = await fetch(`${URL_OF_SERVER}/api/v1/books?limit=1`, { headers: { cookie } })
          const { total }: { total: number } = await answer.json()
          return total
        }
        const write = (version: string, more: object = {}) => writeVariant(first, folder, { version, key, ...more })
        const broken = await write('9.2.0-1', { change: breakServer })
        let cuts = 0
        // First, since it asks for a session that was proven in the last ten minutes.
        if ('page'.includes(only)) {
          const context = await browser.newContext({ baseURL: URL_OF_SERVER })
          const [name = '', value = ''] = cookie.split(/[=;]/)
          await context.addCookies([{ name, value, url: URL_OF_SERVER }])
          const changed = await write('9.1.0-1', { change: addMigration })
          const foreign = await write('9.1.0-1', { key: newKey() })
          await play(installed, await context.newPage(), { first, foreign, changed, broken }, ledger, say)
        }
        if ('cuts'.includes(only)) {
          const options = { installed, older: first, newer: await write('9.0.0-1'), ledger, say, books }
          cuts = await cutUpdates(options)
          await killInstallation(options)
          installBroken(options, broken)
        }
        const { answers, longestOutage, problems } = ledger
        return { times: cuts, acknowledged: 0, lost: 0, answers, longestOutage, problems }
      } finally {
        await browser.close()
        await machine.cutPower()
        rmSync(folder, { recursive: true })
      }
    }, SYSTEMD),
}
export default fault

/** Installs the first package on a machine that was just started, with settings for this trial. */
async function start(installed: InstalledPackage, file: string): Promise<void> {
  const { debian, machine } = installed
  mkdirSync(debian.path('etc/maktaba'), { recursive: true })
  writeFileSync(debian.path('etc/maktaba/maktaba.env'), 'PORT=3917\nSEED=sample\nLOG_LEVEL=warn\n')
  copyFileSync(file, debian.path(`root/${basename(file)}`))
  await machine.boot()
  machine.shell(`apt-get update && apt-get install -y --no-install-recommends /root/${basename(file)}`)
  await installed.ready()
}

interface Packages {
  first: string
  /** Signed by another key. */
  foreign: string
  /** With other tables. */
  changed: string
  /** Does not start. */
  broken: string
}

async function play(
  installed: InstalledPackage,
  page: Page,
  { first, foreign, changed, broken }: Packages,
  ledger: Ledger,
  say: FaultOptions['say'],
): Promise<void> {
  const { debian } = installed
  const version = installed.version()
  const namesOfBackups = () => debian.names('var/lib/maktaba/backups')
  await page.goto('/manager/update')
  await waitForHydration(page)
  await refuse(page, foreign, w('update_refused_signature'))
  await refuse(page, first, w('update_refused_older'))
  say('a package of another key and one that is no newer were refused')

  const installing = stopwatch()
  await install(installed, page, changed, '9.1.0-1')
  await see(page, /^Updated from .* to 9\.1\.0-1/, ledger)
  say(`a newer version with other tables was installed from the page in ${installing()} s`)
  if (!namesOfBackups().some((one) => one.endsWith('-before-update.maktaba')))
    ledger.problem('the update made no backup')
  requireNoFailure(installed, 'an update', ledger)

  const returning = stopwatch()
  await install(installed, page, broken, '9.2.0-1')
  await see(page, /^Version 9\.2\.0-1 did not start/, ledger)
  if (installed.version() !== '9.1.0-1') ledger.problem('9.1.0-1 is not back')
  say(`a version that does not start was replaced by the one before in ${returning()} s`)
  requireNoFailure(installed, 'a version that did not start', ledger)

  const back = stopwatch()
  const since = new Date()
  const name = w('update_back', { version })
  await page.getByRole('button', { name }).click()
  await page.getByRole('alertdialog').getByRole('button', { name }).click()
  const { phase } = await installed.ended(since)
  if (phase !== 'went_back') ledger.problem(`the way back ended with ${phase}`)
  if (installed.version() !== version) ledger.problem(`${version} is not back`)
  if (!namesOfBackups().some((one) => one.endsWith('-before-restore.maktaba')))
    ledger.problem('the way back kept no backup of what it replaced')
  const answer = await fetch(`${URL_OF_SERVER}/login`)
  if (!answer.ok) ledger.problem(`the version before answers ${answer.status}`)
  say(`the way back to the first version, with its tables, took ${back()} s`)
  requireNoFailure(installed, 'the way back', ledger)
}

function requireNoFailure(installed: InstalledPackage, occasion: string, ledger: Ledger): void {
  const failed = installed.failedUnits()
  if (failed !== '') ledger.problem(`after ${occasion} systemd counts as failed: ${failed}`)
}

async function refuse(page: Page, file: string, reason: string): Promise<void> {
  await page.getByLabel(w('update_choose')).setInputFiles(file)
  await page.getByText(reason).waitFor({ timeout: 60_000 })
}

/** Sends a package, installs it, and waits until the updater has ended. */
async function install(installed: InstalledPackage, page: Page, file: string, version: string): Promise<void> {
  const since = new Date()
  const name = w('update_install', { version })
  await page.getByLabel(w('update_choose')).setInputFiles(file)
  await page.getByRole('button', { name }).click({ timeout: 60_000 })
  await page.getByRole('alertdialog').getByRole('button', { name }).click()
  await installed.ended(since)
}

async function see(page: Page, text: RegExp, ledger: Ledger): Promise<void> {
  const seen = await page
    .getByText(text)
    .waitFor({ timeout: 120_000 })
    .then(
      () => true,
      () => false,
    )
  if (!seen) ledger.problem(`the page does not say ${text}`)
}
