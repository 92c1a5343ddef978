import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { emailSchema } from '#auth/credentials.schema.ts'
import { Failure } from '../failure.ts'
import { createLibraryDatabase } from './database-server.ts'
import {
  accountOf,
  DATA_FOLDER,
  dataFolder,
  FIRST_PORT,
  GROUP,
  hostedLibraries,
  LAST_PORT,
  requireHost,
  SETTINGS_FOLDER,
  settingsFile,
  SHARED_SETTINGS,
  siteFile,
  TEMPLATES,
  unitOf,
  writeTargets,
  type HostedLibrary,
} from './hosted-library.ts'
import { askSystemd, isReady, reloadProxy, run, unitState } from './host-programs.ts'
import { takeAway } from './remove.ts'

/** Milliseconds in which a new library must answer. */
const PATIENCE = 5 * 60_000
/** Days for which the first manager's sign-in card is valid. */
const CARD_DAYS = '7'
/** Minutes of the night over which backups are spread. */
const NIGHT = 180
/** Has no divisor in common with NIGHT: libraries that follow each other are far apart, and the first 180 alone in their minute. */
const STEP = 67

interface NewLibrary {
  name: string
  address: string
  admin: string
  server?: string
  from?: string
}

/**
 * Adds a library to this machine and starts it. Throws Failure for what is not allowed or already there; when a later step
 * fails, all that was made is taken away again.
 */
export async function addLibraryHere(given: NewLibrary, say: (line: string) => void): Promise<void> {
  requireHost()
  const { name, admin, server } = given
  const library = await readGiven(given)
  await prepareHost()
  const databaseUrl = await createLibraryDatabase(name, server)
  let card: string
  try {
    makeAccount(name)
    await writeFiles({ ...library, databaseUrl }, admin)
    run('maktaba', '--library', name, 'migrate')
    if (given.from !== undefined) await restoreInto(name, given.from)
    card = makeManager(name, admin)
    askSystemd('enable', '--now', unitOf(name))
    await waitUntilReady(library)
  } catch (error) {
    await takeAway(name, server).catch((problem: unknown) =>
      say(`Not all could be taken away again: ${String(problem)}`),
    )
    throw error
  }
  await writeTargets()
  say(`${name} runs at port ${library.port}. Sign in as its manager with this card:\n${card.trim()}`)
  say(reloadProxy())
}

async function readGiven({ name, address, admin, from }: NewLibrary): Promise<Omit<HostedLibrary, 'databaseUrl'>> {
  if (!/^[a-z](?:-?[a-z0-9])+$/.test(name) || name.length > 24)
    throw new Failure(`The name is "${name}": allowed are 2 to 24 small letters, digits and hyphens, a letter first`)
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new Failure(`The address is "${address}": allowed is http:// or https:// and a host, without a path`)
  if (!emailSchema.safeParse(admin).success) throw new Failure(`--admin is "${admin}": allowed is an email address`)
  if (from !== undefined && !existsSync(from)) throw new Failure(`--from is "${from}": there is no such file`)
  const others = await hostedLibraries()
  const same = others.find((other) => other.name === name || other.address === url.origin)
  if (same) throw new Failure(`${same.name} is here already, at ${same.address}: maktaba library list`)
  const taken = new Set(others.map((other) => other.port))
  for (let port = FIRST_PORT; port <= LAST_PORT; port++)
    if (!taken.has(port) && (await isFree(port))) return { name, address: url.origin, port }
  throw new Failure(`All ports from ${FIRST_PORT} to ${LAST_PORT} are taken`)
}

/** Whether no other program listens there. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  const isListening = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  server.close()
  return isListening
}

/** What the first library needs of the machine. */
async function prepareHost(): Promise<void> {
  if (!hasGroup()) run('addgroup', '--system', '--quiet', GROUP)
  await mkdir(SETTINGS_FOLDER, { recursive: true, mode: 0o755 })
  await mkdir(DATA_FOLDER, { recursive: true, mode: 0o755 })
  if (existsSync(SHARED_SETTINGS)) return
  const text = await readFile(join(TEMPLATES, 'libraries.env'), 'utf8')
  const token = randomBytes(24).toString('base64url')
  await writeFile(SHARED_SETTINGS, text.replace('@TOKEN@', token), { mode: 0o640 })
  run('chgrp', GROUP, SHARED_SETTINGS)
}

function hasGroup(): boolean {
  try {
    run('getent', 'group', GROUP)
    return true
  } catch {
    return false
  }
}

/** The user that a library runs as. It reads nothing of another one. */
function makeAccount(name: string): void {
  const account = accountOf(name)
  const home = dataFolder(name)
  const options = ['--system', '--group', '--quiet', '--home', home, '--no-create-home', '--gecos', `Maktaba ${name}`]
  run('adduser', ...options, account)
  run('adduser', '--quiet', account, GROUP)
  run('install', '-d', '-m', '0700', '-o', account, '-g', account, home)
}

async function writeFiles(library: HostedLibrary, admin: string): Promise<void> {
  const { name, address, port, databaseUrl } = library
  const settings = [
    `# The library ${name}: systemctl restart ${unitOf(name)} reads this again. All settings: /usr/share/doc/maktaba/operations.md`,
    `BASE_URL=${address}`,
    `PORT=${port}`,
    `ADMIN_EMAIL=${admin}`,
    `DATABASE_URL=${databaseUrl}`,
    `DATA_DIR=${dataFolder(name)}`,
    `AUTH_SECRET=${randomBytes(32).toString('base64url')}`,
    'BACKUPS=on',
    `BACKUP_DELAY=${((port - FIRST_PORT) * STEP) % NIGHT}`,
    '',
  ]
  await writeFile(settingsFile(name), settings.join('\n'), { mode: 0o640, flag: 'wx' })
  run('chgrp', accountOf(name), settingsFile(name))
  const site = await readFile(join(TEMPLATES, 'Caddyfile'), 'utf8')
  await writeFile(siteFile(name), siteOf(site, library), { mode: 0o644 })
}

/** The site of a library, from the whole example of the documentation. */
const siteOf = (example: string, { address, port }: HostedLibrary): string =>
  example
    .replace(/^(#.*\n)+/, '')
    .replace('library.example.org', address.replace('https://', ''))
    .replace('127.0.0.1:3000', `127.0.0.1:${port}`)

/** Makes the first manager, who may be in a restored library already, and returns their sign-in card. */
function makeManager(name: string, email: string): string {
  const user = (...words: string[]) => run('maktaba', '--library', name, 'user', ...words)
  try {
    user('add', email, '--admin')
  } catch {
    user('promote', email)
  }
  return user('card', email, '--days', CARD_DAYS)
}

/** Restores a backup that root can read, and the library's user perhaps not. */
async function restoreInto(name: string, file: string): Promise<void> {
  const copy = join(dataFolder(name), 'from.maktaba')
  await copyFile(resolve(file), copy)
  run('chown', accountOf(name), copy)
  run('maktaba', '--library', name, 'restore', '--replace', copy)
  run('rm', copy)
}

async function waitUntilReady({ name, port }: Pick<HostedLibrary, 'name' | 'port'>): Promise<void> {
  for (const deadline = Date.now() + PATIENCE; Date.now() < deadline; await sleep(250)) {
    if (await isReady(port)) return
    if (unitState(name).ActiveState === 'failed') break
  }
  const said = run('journalctl', '--unit', unitOf(name), '--lines', '5', '--output', 'cat', '--no-pager')
  throw new Failure(`${name} does not answer. It said:\n${said}`)
}
