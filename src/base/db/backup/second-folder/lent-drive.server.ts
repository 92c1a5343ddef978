import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chosenDrive, type ChosenDrive } from '#base/lib/drive/chosen-drive.ts'
import {
  drivePlaces,
  driveStateSchema,
  type DrivePlaces,
  type DriveState,
} from '#base/lib/drive/drive-request.server.ts'
import { readRemovableDrives } from '#base/lib/drive/removable-drives.server.ts'
import { FolderError, folderProblem, type FolderProblem } from './second-folder.server.ts'

/** Milliseconds in which root's helper must have answered, and have taken the drive back. */
const PATIENCE = { answer: 40_000, release: 20_000 }
/** Milliseconds between looks at the answer. */
const PAUSE = 150

/** Whether this machine lends the library drives that people plug in: the Debian package has a helper of root's for its own library. */
export async function lendsDrives(places: DrivePlaces = drivePlaces()): Promise<boolean> {
  const own = process.getuid?.()
  if (own === undefined || own === 0) return false
  const [home, results] = await Promise.all(
    [dirname(places.requests), places.results].map((path) => stat(path).catch(() => undefined)),
  )
  return home?.uid === own && results?.isDirectory() === true
}

/** Why a chosen drive cannot be copied to just now, as far as it can be told without it; undefined where it may be. */
export async function whyAway({ uuid }: ChosenDrive): Promise<'absent' | 'other_stick' | undefined> {
  const drives = await readRemovableDrives()
  if (drives.some((drive) => drive.uuid === uuid)) return undefined
  return drives.some(({ refusal }) => refusal === null) ? 'other_stick' : 'absent'
}

/**
 * Works in the folder that was chosen; of a drive, in the one that root's helper lends meanwhile. Throws FolderError where it lends
 * none, and where the drive was pulled out.
 */
export async function inFolder<T>(folder: string, work: (path: string) => Promise<T>): Promise<T> {
  const drive = chosenDrive(folder)
  if (!drive) return work(folder)
  if (!(await lendsDrives())) throw new FolderError('helper')
  const away = await whyAway(drive)
  if (away) throw new FolderError(away)
  return withDrive(drive.uuid, (path) =>
    work(path).catch(async (error: unknown) => {
      // What a drive that is gone says is as various as its file systems.
      throw folderProblem(error) === 'failed' && (await whyAway(drive)) ? new FolderError('absent') : error
    }),
  )
}

let lent: Promise<unknown> = Promise.resolve()

/** Asks for a drive, and runs `work` with its folder; one call after the other. */
export function withDrive<T>(
  uuid: string,
  work: (path: string) => Promise<T>,
  places: DrivePlaces = drivePlaces(),
  patience = PATIENCE,
): Promise<T> {
  const next = lent.then(() => askFor(uuid, work, places, patience))
  lent = next.catch(() => undefined)
  return next
}

async function askFor<T>(
  uuid: string,
  work: (path: string) => Promise<T>,
  places: DrivePlaces,
  patience: typeof PATIENCE,
): Promise<T> {
  const id = randomUUID()
  await mkdir(places.requests, { recursive: true, mode: 0o700 })
  await rm(places.release, { force: true })
  await send(places.request, { id, uuid })
  try {
    const state = await answer(places, patience.answer, (one) => one.id === id)
    // The helper has not answered, or it lends the drive to another process of this library.
    if (state?.id !== id) throw new FolderError(state?.phase === 'granted' ? 'busy' : 'helper')
    if (state.phase !== 'granted') throw new FolderError(problemOf(state), { cause: new Error(state.said) })
    return await work(places.lent)
  } finally {
    // Takes the request back and returns the drive, also where the answer comes too late.
    await rm(places.request, { force: true })
    await send(places.release, { id })
    await answer(places, patience.release, (one) => one.id !== id || one.phase !== 'granted')
  }
}

function problemOf({ phase, reason }: DriveState): FolderProblem {
  if (phase === 'busy' || phase === 'absent') return phase
  return reason === null || reason === 'mount' ? 'failed' : reason
}

/** The answer that is waited for; else the last one. */
async function answer(
  places: DrivePlaces,
  patience: number,
  isIt: (state: DriveState) => boolean,
): Promise<DriveState | undefined> {
  for (const began = performance.now(); ; await sleep(PAUSE)) {
    const text = await readFile(places.state, 'utf8').catch(() => '{}')
    const state = driveStateSchema.safeParse(JSON.parse(text)).data
    if ((state && isIt(state)) || performance.now() - began > patience) return state
  }
}

async function send(path: string, message: object): Promise<void> {
  const draft = `${path}.part`
  await writeFile(draft, JSON.stringify(message), { mode: 0o600 })
  await rename(draft, path)
}
