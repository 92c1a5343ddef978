import { existsSync } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { emailSchema } from '#base/auth/credentials.schema.ts'
import { Failure } from '../failure.ts'
import { createLibraryDatabase } from './database-server.ts'
import {
  accountOf,
  DATA_FOLDER,
  dataFolder,
  GROUP,
  hostedLibraries,
  requireHost,
  SETTINGS_FOLDER,
  SHARED_SETTINGS,
  socketPath,
  TEMPLATES,
  unitOf,
  type HostedLibrary,
} from './hosted-library.ts'
import { askSystemd, hasGroup, isReady, reloadProxy, run, unitState } from './host-programs.ts'
import { writeLibraryFiles } from './library-files.ts'
import { writeTargets } from './prometheus.ts'
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
  /** URL of the library's own mail server, with the password. */
  smtpUrl?: string
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
    await writeLibraryFiles({ ...library, databaseUrl, admin, smtpUrl: given.smtpUrl })
    run('maktaba', '--library', name, 'migrate')
    if (given.from !== undefined) await restoreInto(name, given.from)
    card = makeManager(name, admin)
    // `--no-block`: the wait below tells why a start fails, and systemctl does not.
    askSystemd('enable', unitOf(name))
    askSystemd('start', '--no-block', unitOf(name))
    await waitForLibrary(library)
  } catch (error) {
    await takeAway(name, server).catch((problem: unknown) =>
      say(`Not all could be taken away again: ${String(problem)}`),
    )
    throw error
  }
  await writeTargets()
  say(`${name} runs, at the socket ${socketPath(name)}. Sign in as its manager with this card:\n${card.trim()}`)
  say(reloadProxy())
}

async function readGiven({ name, address, admin, from }: NewLibrary) {
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
  return {
    name,
    address: url.origin,
    port: undefined,
    backupDelay: freeDelay(others.map((other) => other.backupDelay)),
  }
}

/** A minute of the night that no other library has yet. */
function freeDelay(taken: readonly number[]): number {
  const delays = Array.from({ length: NIGHT }, (_, index) => (index * STEP) % NIGHT)
  return delays.find((delay) => !taken.includes(delay)) ?? delays[taken.length % NIGHT] ?? 0
}

/** What the first library needs of the machine. */
async function prepareHost(): Promise<void> {
  if (!hasGroup(GROUP)) run('addgroup', '--system', '--quiet', GROUP)
  reloadProxy()
  await mkdir(SETTINGS_FOLDER, { recursive: true, mode: 0o755 })
  await mkdir(DATA_FOLDER, { recursive: true, mode: 0o755 })
  if (existsSync(SHARED_SETTINGS)) return
  await copyFile(join(TEMPLATES, 'libraries.env'), SHARED_SETTINGS)
  run('chgrp', GROUP, SHARED_SETTINGS)
  run('chmod', '0640', SHARED_SETTINGS)
}

/** The user that a library runs as. Such a user can read nothing of another library. */
function makeAccount(name: string): void {
  const account = accountOf(name)
  const home = dataFolder(name)
  const options = ['--system', '--group', '--quiet', '--home', home, '--no-create-home', '--gecos', `Maktaba ${name}`]
  run('adduser', ...options, account)
  run('adduser', '--quiet', account, GROUP)
  run('install', '-d', '-m', '0700', '-o', account, '-g', account, home)
}

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

/** Waits until a library answers. Throws Failure with what it said when it does not. */
export async function waitForLibrary(library: Pick<HostedLibrary, 'name' | 'port'>): Promise<void> {
  const { name } = library
  for (const deadline = Date.now() + PATIENCE; Date.now() < deadline; await sleep(250)) {
    if (await isReady(library)) return
    if (unitState(name).ActiveState === 'failed') break
  }
  const said = run('journalctl', '--unit', unitOf(name), '--lines', '5', '--output', 'cat', '--no-pager')
  throw new Failure(`${name} does not answer. It said:\n${said}`)
}
