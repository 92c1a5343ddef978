import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import {
  examinePackage,
  installedVersion,
  updatePlaces,
  updateStateSchema,
  type UpdateState,
} from '#base/lib/package-update.server.ts'
import { updateRequestSchema } from '#base/lib/package-update.schema.ts'
import { keepInstalled } from './keep-installed.ts'
import { install, reasonOf } from './install.ts'
import { copySentPackage, removeLeftovers, removeSent } from './packages.ts'
import { ServerFolder } from './server-folder.ts'
import { OWN, settingsOf, systemctl, waitUntilReady } from './service.ts'

const places = updatePlaces()
/** Bytes for the packages and the unpacked files of two versions. */
const ROOM = 800 * 1024 * 1024
/** Milliseconds after which a request that cannot be read has ended. */
const REFUSAL_TIME = 5000
/** How often an update is gone on with that power cuts have interrupted. */
const TRIES = 3
/** Where the version before is kept until the new one is ready, and the new one until it is installed. */
const KEPT = join(places.results, 'kept.deb')
const NEW = join(places.results, 'new.deb')

/** What is carried out, kept until it has ended: after a power cut it is gone on with, by what maktaba-update.path sees. */
const unfinishedSchema = z.object({
  action: updateRequestSchema.shape.action,
  tries: z.int(),
  /** When the update began that is carried out, or that is gone back from: its backup is newer. */
  began: z.string(),
})
type Unfinished = z.output<typeof unfinishedSchema>

/**
 * Carries out what a manager has asked for on the page of updates, as root: installs a package and waits until the new
 * version is ready, or goes back to the version before. Run by maktaba-update.service. What lies in the server's folder
 * is not trusted: it is copied first, and only a package that is signed by the key of this version is installed.
 */
export async function carryOutRequest(): Promise<void> {
  const unfinished = await takeRequest()
  if (!unfinished) return
  try {
    const { action, tries } = unfinished
    if (tries > TRIES) throw await given('It was interrupted three times')
    await (action === 'update' ? update(unfinished) : goBack(unfinished))
  } finally {
    // The folder `places.running` is systemd's: it goes when this ends, however it ends.
    await removeLeftovers(places)
    await rm(places.unfinished, { force: true })
  }
}

/** What was interrupted, else what was asked for; undefined without either. The request is taken away, whatever it is. */
async function takeRequest(): Promise<Unfinished | undefined> {
  await mkdir(places.results, { recursive: true, mode: 0o755 })
  const former = unfinishedSchema.safeParse(parsed(await readFile(places.unfinished, 'utf8').catch(() => ''))).data
  const folder = await ServerFolder.open(places.requests)
  try {
    const unfinished = former ? { ...former, tries: former.tries + 1 } : await newRequest(folder)
    // After a power cut here there is either, or both, of which the request goes.
    await (unfinished ? writeWhole(places.unfinished, unfinished) : rm(places.unfinished, { force: true }))
    return unfinished
  } finally {
    await folder?.remove(places.request)
    await folder?.close()
  }
}

async function newRequest(folder: ServerFolder | undefined): Promise<Unfinished | undefined> {
  const request = updateRequestSchema.safeParse(parsed((await folder?.read(places.request)) ?? '')).data
  if (!request) {
    process.stderr.write('There is no request that can be read\n')
    // A server that writes bad requests again and again only keeps this program waiting.
    await sleep(REFUSAL_TIME)
    return undefined
  }
  const now = new Date().toISOString()
  const began = request.action === 'update' ? now : ((await readState())?.began ?? '')
  return { action: request.action, tries: 1, began }
}

/** Notes that the update has failed, and why. */
async function given(reason: string): Promise<Error> {
  const state = await readState()
  if (state) await writeState({ ...state, phase: 'failed', reason })
  return new Error(reason)
}

async function update({ began, tries }: Unfinished): Promise<void> {
  const former = await readState()
  let known: Pick<UpdateState, 'from' | 'to' | 'before' | 'began'> = {
    from: await installedVersion(),
    to: '',
    before: former?.before ?? null,
    began: former?.began ?? null,
  }
  const say = (phase: UpdateState['phase'], reason = '') => writeState({ ...known, phase, reason })
  try {
    // What is installed may be neither version, so it is neither compared nor kept again.
    const isInstalling = tries > 1 && former !== undefined && AFTER_KEEPING.has(former.phase)
    if (isInstalling) known = { ...known, from: former.from, to: former.to }
    else known = { ...known, to: await prepare(say) }
    const { from } = known
    if (isInstalling && former.phase === 'returning') return await comeBack(former.reason)
    await say('installing')
    const problem = await install(NEW, (isWaiting) => say(isWaiting ? 'queued' : 'installing')).then(
      () => say('starting').then(() => waitUntilReady()),
      (error: unknown) => reasonOf(error),
    )
    if (problem !== undefined) return await comeBack(problem)
    await rename(KEPT, places.before)
    known = { ...known, before: from, began }
    await say('updated')
  } catch (error) {
    await say('failed', reasonOf(error))
    throw error
  } finally {
    await removeSent(places)
  }

  async function comeBack(problem: string): Promise<void> {
    await say('returning', problem)
    await returnTo(KEPT, began)
    await say('returned', problem)
  }
}

/** The phases in which the version before is kept and the new one was found good. */
const AFTER_KEEPING = new Set<string>([
  'queued',
  'installing',
  'starting',
  'returning',
] satisfies UpdateState['phase'][])

/** Checks the package that was sent and keeps what is installed; resolves to the version that there will be. */
async function prepare(say: (phase: UpdateState['phase']) => Promise<void>): Promise<string> {
  await say('checking')
  const { bavail, bsize } = await statfs(places.results)
  if (bavail * bsize < ROOM) throw new Error(`There is no room: ${ROOM / 1024 ** 2} MB are needed`)
  await copySentPackage(places, NEW)
  const to = await examinePackage(NEW, places.key)
  await say('keeping')
  await keepInstalled(KEPT)
  return to
}

async function goBack({ began, tries }: Unfinished): Promise<void> {
  const former = await readState()
  const isGoneOn = tries > 1 && former?.phase === 'returning'
  const from = isGoneOn ? former.from : await installedVersion()
  const to = isGoneOn ? former.to : (former?.before ?? '')
  const known = { from, to, before: null, began: null }
  try {
    if (to === '' || began === '') throw new Error('There is no version to go back to')
    await writeState({ ...known, phase: 'returning', reason: '' })
    await returnTo(places.before, began)
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
  await install(file, async () => undefined)
  const problem = await waitUntilReady()
  if (problem !== undefined) {
    const backup = await backupSince(new Date(began))
    if (backup === undefined) throw new Error(problem)
    systemctl('stop')
    execFileSync('maktaba', ['restore', '--replace', backup], { stdio: ['ignore', 'inherit', 'inherit'] })
    systemctl('reset-failed')
    systemctl('start', '--no-block')
    const again = await waitUntilReady()
    if (again !== undefined) throw new Error(again)
  }
  await rm(file)
}

/** The backup that a start has made before it migrated the library. */
async function backupSince(began: Date): Promise<string | undefined> {
  const folder = join((await settingsOf(OWN)).DATA_DIR ?? '', 'backups')
  // Names sort by time: 2026-11-23-015030-before-update.maktaba.
  const earliest = began.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('-before-update.maktaba'))
  const name = names.toSorted().findLast((one) => one >= earliest)
  return name === undefined ? undefined : join(folder, name)
}

async function readState(): Promise<UpdateState | undefined> {
  const text = await readFile(places.state, 'utf8').catch(() => '')
  return updateStateSchema.safeParse(parsed(text)).data
}

const writeState = (state: Omit<UpdateState, 'at'>): Promise<void> =>
  writeWhole(places.state, { ...state, at: new Date().toISOString() })

/** Writes a file that is whole or not there, also after a power cut. */
async function writeWhole(file: string, content: object): Promise<void> {
  const part = `${file}.part`
  await writeFile(part, JSON.stringify(content), { mode: 0o644, flush: true })
  await rename(part, file)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
