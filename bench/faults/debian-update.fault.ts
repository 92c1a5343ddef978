import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import { signPackage, publicKeyOf } from '#lib/signed-package.server.ts'
import messages from '../../messages/en.json' with { type: 'json' }
import { findBrowser } from '../../testing/browser.ts'
import { waitForHydration } from '../../testing/sign-in.ts'
import { writeDebianPackage } from '../../scripts/package/debian.ts'
import { setUpLibrary } from './debian-manager.ts'
import { type DebianRoot, withDebian } from './debian-root.ts'
import type { Fault, FaultOptions } from './fault.ts'
import { Ledger } from './ledger.ts'

const ARCHITECTURE = process.arch === 'arm64' ? 'arm64' : 'amd64'
const URL_OF_SERVER = 'http://localhost:3917'
const REQUEST = 'var/lib/maktaba/update/request.json'
const newKey = () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

const fault: Fault = {
  about: 'updates of the Debian package from the page: refused, installed, one that does not start, and the way back',
  run: ({ say }) =>
    withDebian(async (debian) => {
      const folder = mkdtempSync(join(tmpdir(), 'maktaba-packages-'))
      const browser = await chromium.launch(await findBrowser())
      try {
        const key = newKey()
        const signing = { key, trusted: publicKeyOf(key) }
        const first = await writeDebianPackage({ architecture: ARCHITECTURE, revision: '1', folder, signing })
        const ledger = new Ledger()
        await start(debian, first)
        const context = await browser.newContext({ baseURL: URL_OF_SERVER })
        const [name = '', value = ''] = (await setUpLibrary(URL_OF_SERVER)).split(/[=;]/)
        await context.addCookies([{ name, value, url: URL_OF_SERVER }])
        await play(debian, await context.newPage(), { first, key, folder }, ledger, say)
        const { answers, longestOutage, problems } = ledger
        return { times: 4, acknowledged: 0, lost: 0, answers, longestOutage, problems }
      } finally {
        await browser.close()
        debian.shell('systemctl stop maktaba.service')
        rmSync(folder, { recursive: true })
      }
    }),
}
export default fault

interface Packages {
  first: string
  key: string
  folder: string
}

async function play(
  debian: DebianRoot,
  page: Page,
  packages: Packages,
  ledger: Ledger,
  say: FaultOptions['say'],
): Promise<void> {
  const version = versionOf(debian)
  const foreign = await variant(packages, { version: '9.1.0-1', key: newKey() })
  const newer = await variant(packages, { version: '9.1.0-1', change: addMigration })
  const broken = await variant(packages, {
    version: '9.2.0-1',
    change: (tree) => writeFileSync(join(tree, 'usr/lib/maktaba/dist/server/server.js'), 'process.exit(1)\n'),
  })
  await page.goto('/manager/update')
  await waitForHydration(page)
  await refuse(page, foreign, messages.update_refused_signature)
  await refuse(page, packages.first, messages.update_refused_older)
  say('a package of another key and one that is no newer were refused')

  const installing = performance.now()
  await install(debian, page, newer, '9.1.0-1')
  await see(page, /^Updated from .* to 9\.1\.0-1/, ledger)
  say(`a newer version with other tables was installed from the page in ${secondsSince(installing)} s`)
  if (!namesOfBackups(debian).some((one) => one.endsWith('-before-update.maktaba')))
    ledger.problem('the update made no backup')

  const returning = performance.now()
  await install(debian, page, broken, '9.2.0-1')
  await see(page, /^Version 9\.2\.0-1 did not start/, ledger)
  if (versionOf(debian) !== '9.1.0-1') ledger.problem('9.1.0-1 is not back')
  say(`a version that does not start was replaced by the one before in ${secondsSince(returning)} s`)

  const back = performance.now()
  const name = messages.update_back.replace('{version}', version)
  await page.getByRole('button', { name }).click()
  await page.getByRole('alertdialog').getByRole('button', { name }).click()
  await carryOut(debian)
  if (versionOf(debian) !== version) ledger.problem(`${version} is not back`)
  const { phase } = JSON.parse(debian.read('var/lib/maktaba-update/state.json'))
  if (phase !== 'went_back') ledger.problem(`the way back ended with ${phase}`)
  if (!namesOfBackups(debian).some((one) => one.endsWith('-before-restore.maktaba')))
    ledger.problem('the way back kept no backup of what it replaced')
  const answer = await fetch(`${URL_OF_SERVER}/login`)
  if (!answer.ok) ledger.problem(`the version before answers ${answer.status}`)
  say(`the way back to the first version, with its tables, took ${secondsSince(back)} s`)
}

const versionOf = (debian: DebianRoot): string => debian.shell("dpkg-query --show --showformat '${Version}' maktaba")
const namesOfBackups = (debian: DebianRoot): string[] => debian.names('var/lib/maktaba/backups')
const secondsSince = (began: number): string => ((performance.now() - began) / 1000).toFixed(1)

/** Installs the first package, with settings for this trial and what stands for systemd. */
async function start(debian: DebianRoot, file: string): Promise<void> {
  copyFileSync(join(import.meta.dirname, 'systemctl.sh'), debian.path('usr/bin/systemctl'))
  chmodSync(debian.path('usr/bin/systemctl'), 0o755)
  mkdirSync(debian.path('run/systemd/system'), { recursive: true })
  mkdirSync(debian.path('etc/maktaba'), { recursive: true })
  writeFileSync(debian.path('etc/maktaba/maktaba.env'), 'PORT=3917\nSEED=sample\nLOG_LEVEL=warn\n')
  debian.install(file)
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(500)) {
    const ready = await fetch(`${URL_OF_SERVER}/api/health/ready`).catch(() => undefined)
    if (ready?.ok) return
  }
  throw new Error(`The server is not ready: ${debian.read('run/maktaba-unit/said').slice(-500)}`)
}

interface Variant {
  version: string
  key?: string
  change?: (tree: string) => void
}

/** The first package with another version, and another change. */
async function variant({ first, key, folder }: Packages, wanted: Variant): Promise<string> {
  const tree = mkdtempSync(join(folder, 'tree-'))
  execFileSync('dpkg-deb', ['--raw-extract', first, tree])
  chmodSync(tree, 0o755)
  const control = join(tree, 'DEBIAN/control')
  writeFileSync(control, readFileSync(control, 'utf8').replace(/^Version: .*$/m, `Version: ${wanted.version}`))
  const build = join(tree, 'usr/lib/maktaba/dist/build.json')
  const info = JSON.parse(readFileSync(build, 'utf8'))
  writeFileSync(build, JSON.stringify({ ...info, version: wanted.version.replace(/-.*$/, '') }))
  wanted.change?.(tree)
  const file = join(folder, `${wanted.version}-${tree.slice(-6)}.deb`)
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '-z1', '--build', tree, file], { stdio: 'pipe' })
  rmSync(tree, { recursive: true })
  await signPackage(file, wanted.key ?? key)
  return file
}

/** Adds a migration, so that the version before refuses the library. */
function addMigration(tree: string): void {
  const folder = join(tree, 'usr/lib/maktaba/drizzle')
  const journal = join(folder, 'meta/_journal.json')
  const content = JSON.parse(readFileSync(journal, 'utf8'))
  const last = content.entries.at(-1)
  content.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1000, tag: '9999_trial' })
  writeFileSync(journal, JSON.stringify(content))
  appendFileSync(join(folder, '9999_trial.sql'), 'alter table genre add column trial integer;\n')
}

async function refuse(page: Page, file: string, reason: string): Promise<void> {
  await page.getByLabel(messages.update_choose).setInputFiles(file)
  await page.getByText(reason).waitFor({ timeout: 60_000 })
}

/** Sends a package, installs it, and plays what waits for the request. */
async function install(debian: DebianRoot, page: Page, file: string, version: string): Promise<void> {
  const name = messages.update_install.replace('{version}', version)
  await page.getByLabel(messages.update_choose).setInputFiles(file)
  await page.getByRole('button', { name }).click({ timeout: 60_000 })
  await page.getByRole('alertdialog').getByRole('button', { name }).click()
  await carryOut(debian)
}

/** What maktaba-update.path does: runs its service when there is a request. */
async function carryOut(debian: DebianRoot): Promise<void> {
  for (const deadline = Date.now() + 30_000; !debian.isThere(REQUEST); await sleep(100))
    if (Date.now() > deadline) throw new Error('The page has asked for nothing')
  const unit = debian.read('lib/systemd/system/maktaba-update.service')
  debian.shell(`${/^ExecStart=(.*)$/m.exec(unit)?.[1] ?? 'false'}`)
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
