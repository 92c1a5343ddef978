import { execFileSync } from 'node:child_process'
import { constants, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  examinePackage,
  installedVersion,
  updatePlaces,
  updateStateSchema,
  type UpdateState,
} from '#lib/package-update.server.ts'
import { updateRequestSchema } from '#lib/package-update.schema.ts'
import { keepInstalled } from './keep-installed.ts'
import { serviceSettings, systemctl, waitUntilReady } from './service.ts'

const places = updatePlaces()
/** Bytes for the packages and the unpacked files of two versions. */
const ROOM = 800 * 1024 * 1024
/** Maximum bytes of a package. */
const PACKAGE_LIMIT = 512 * 1024 * 1024

/**
 * Carries out what a manager has asked for on the page of updates, as root: installs a package and waits until the new
 * version is ready, or goes back to the version before. Run by maktaba-update.service. What lies in the server's folder
 * is not trusted: it is copied first, and only a package that is signed by the key of this version is installed.
 */
async function carryOutRequest(): Promise<void> {
  const file = await openRegular(places.request)
  if (!file) return
  const text = await file.readFile('utf8').finally(() => file.close())
  await rm(places.request)
  const request = updateRequestSchema.safeParse(parsed(text)).data
  if (!request) throw new Error('The request cannot be read')
  await mkdir(places.results, { recursive: true, mode: 0o755 })
  await mkdir(places.running, { recursive: true })
  try {
    await (request.action === 'update' ? update() : goBack())
  } finally {
    await rm(places.running, { recursive: true })
  }
}

async function update(): Promise<void> {
  const began = new Date().toISOString()
  const from = await installedVersion()
  const former = await readState()
  let known: Pick<UpdateState, 'from' | 'to' | 'before' | 'began'> = {
    from,
    to: '',
    before: former?.before ?? null,
    began: former?.began ?? null,
  }
  const say = (phase: UpdateState['phase'], reason = '') => writeState({ ...known, phase, reason })
  try {
    await say('checking')
    const { bavail, bsize } = await statfs(places.results)
    if (bavail * bsize < ROOM) throw new Error(`There is no room: ${ROOM / 1024 ** 2} MB are needed`)
    const file = join(places.results, 'new.deb')
    await copyPackage(file)
    const to = await examinePackage(file, places.key)
    known = { ...known, to }
    await say('keeping')
    const kept = join(places.results, 'kept.deb')
    await keepInstalled(kept)
    await say('installing')
    const problem = await install(file).then(
      () => say('starting').then(() => waitUntilReady()),
      (error: unknown) => reasonOf(error),
    )
    await rm(file)
    if (problem === undefined) {
      await rename(kept, places.before)
      known = { ...known, before: from, began }
      return await say('updated')
    }
    await say('returning', problem)
    await returnTo(kept, began)
    await say('returned', problem)
  } catch (error) {
    await say('failed', reasonOf(error))
    throw error
  } finally {
    await rm(places.package, { force: true })
    await rm(places.sent, { force: true })
  }
}

async function goBack(): Promise<void> {
  const former = await readState()
  const from = await installedVersion()
  const known = { from, to: former?.before ?? '', before: null, began: null }
  try {
    if (!former?.before || !former.began) throw new Error('There is no version to go back to')
    await writeState({ ...known, phase: 'returning', reason: '' })
    await returnTo(places.before, former.began)
    await writeState({ ...known, phase: 'went_back', reason: '' })
  } catch (error) {
    await writeState({ ...known, phase: 'failed', reason: reasonOf(error) })
    throw error
  }
}

/**
 * Installs the version before an update. Where that does not start because its tables have been migrated, it gets the library of
 * the backup that the start of the newer version made; what was entered since is in the backup that this makes first.
 */
async function returnTo(file: string, began: string): Promise<void> {
  await install(file)
  const problem = await waitUntilReady()
  if (problem !== undefined) {
    const backup = await backupSince(new Date(began))
    if (backup === undefined) throw new Error(problem)
    systemctl('stop')
    execFileSync('maktaba', ['restore', '--replace', backup], { stdio: ['ignore', 'inherit', 'inherit'] })
    systemctl('reset-failed')
    systemctl('start')
    const again = await waitUntilReady()
    if (again !== undefined) throw new Error(again)
  }
  await rm(file)
}

/** The backup that a start has made before it migrated the library. */
async function backupSince(began: Date): Promise<string | undefined> {
  const folder = join((await serviceSettings()).DATA_DIR ?? '', 'backups')
  // Names sort by time: 2026-11-23-015030-before-update.maktaba.
  const earliest = began.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('-before-update.maktaba'))
  const name = names.toSorted().findLast((one) => one >= earliest)
  return name === undefined ? undefined : join(folder, name)
}

/** Installs a package, also an older one; waits for other installations. Its scripts stop and start the server. */
async function install(file: string): Promise<void> {
  const options = ['-o', 'DPkg::Lock::Timeout=900', '-o', 'Dpkg::Use-Pty=0', '-o', 'APT::Sandbox::User=root']
  // An installation that a power cut has interrupted is finished first, which apt asks for.
  execFileSync('dpkg', ['--configure', '-a'], { stdio: 'pipe' })
  execFileSync(
    'apt-get',
    [...options, 'install', '-y', '--reinstall', '--allow-downgrades', '--no-install-recommends', file],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    },
  )
}

/** Copies the package out of the server's folder, so that the server cannot change it after the check. */
async function copyPackage(file: string): Promise<void> {
  const source = await openRegular(places.package)
  if (!source) throw new Error('There is no package')
  const { size } = await source.stat()
  if (size > PACKAGE_LIMIT) throw new Error('The package is too large')
  await pipeline(source.createReadStream({ end: PACKAGE_LIMIT }), createWriteStream(file, { mode: 0o600 }))
}

/** A file of the server's folder; undefined for one that is not there, a link or a pipe. */
async function openRegular(path: string) {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const handle = await open(path, flags).catch(() => undefined)
  if (!handle || (await handle.stat()).isFile()) return handle
  await handle.close()
  return undefined
}

async function readState(): Promise<UpdateState | undefined> {
  const text = await readFile(places.state, 'utf8').catch(() => '')
  return updateStateSchema.safeParse(parsed(text)).data
}

async function writeState(state: Omit<UpdateState, 'at'>): Promise<void> {
  const part = `${places.state}.part`
  await writeFile(part, JSON.stringify({ ...state, at: new Date().toISOString() }), { mode: 0o644 })
  await rename(part, places.state)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The end of what a program has said, or the sentence of an error. */
function reasonOf(error: unknown): string {
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
  return (said || (error instanceof Error ? error.message : String(error))).slice(-1000)
}

await carryOutRequest()
