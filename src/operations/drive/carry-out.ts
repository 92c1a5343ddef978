import { execFileSync } from 'node:child_process'
import { chmod, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  drivePlaces,
  driveReleaseSchema,
  driveRequestSchema,
  driveStateSchema,
  type DriveRequest,
  type DriveState,
} from '#base/lib/drive/drive-request.server.ts'
import { asServer, serverUser, takeMessage } from './as-server.ts'
import { grant, type Outcome } from './grant.ts'
import { release } from './release.ts'

const places = drivePlaces()
/** Milliseconds for which a drive is granted at most. */
const LONGEST = 30 * 60_000
/** Milliseconds between looks at what the server asks for, and at whether server and drive are still there. */
const PAUSE = 300
const LOOK = 3000

/**
 * Grants the server the drive that it asks for, as root, until it needs it no more, has ended, the drive is pulled out, or half an
 * hour is over. Run by maktaba-drive.service. What lies in the server's folder is not trusted: it names a drive, and all else is
 * found out here.
 */
export async function carryOutDriveRequest(tree?: string): Promise<void> {
  await prepare()
  // Releases what a run that was killed has left mounted.
  await release(places)
  const request = await asServer(() => takeMessage(places.request, driveRequestSchema))
  if (!request) {
    // What cannot be taken away starts this again at once.
    await sleep(LOOK)
    return
  }
  const outcome = await grant(request.uuid, places, tree)
  await say(request, outcome)
  if (outcome.phase !== 'granted') return
  try {
    await untilOver(request, outcome.isThere)
  } finally {
    await release(places)
    await say(request, { phase: 'released', reason: null, said: '' })
  }
}

/** Takes back what is still granted. */
export async function takeBack(): Promise<void> {
  await release(places)
  const state = driveStateSchema.safeParse(parsed(await readFile(places.state, 'utf8').catch(() => ''))).data
  if (state?.phase === 'granted') await say(state, { phase: 'released', reason: null, said: '' })
}

async function prepare(): Promise<void> {
  await mkdir(places.results, { recursive: true, mode: 0o750 })
  // On a drive without owners all may read: here the server alone comes to it.
  await chown(places.results, 0, serverUser().gid)
  await mkdir(places.lent, { recursive: true, mode: 0o755 })
  await mkdir(places.whole, { recursive: true, mode: 0o700 })
}

async function untilOver({ id }: DriveRequest, isThere: () => Promise<boolean>): Promise<void> {
  const [began, server] = [performance.now(), runOfServer()]
  for (let looked = began; performance.now() - began < LONGEST; await sleep(PAUSE)) {
    const message = await asServer(() => takeMessage(places.release, driveReleaseSchema))
    if (message?.id === id) return
    if (performance.now() - looked < LOOK) continue
    looked = performance.now()
    if (runOfServer() !== server || !(await isThere())) return
  }
}

/** The id and process of the server's present run: another text after each start, none when the server has ended. */
function runOfServer(): string {
  const options = ['show', '--property', 'InvocationID,MainPID', '--value', 'maktaba.service']
  return execFileSync('systemctl', options, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
}

/** For the server and whoever uses this machine. */
async function say(
  { id, uuid }: DriveRequest | DriveState,
  { phase, reason, said }: Omit<Outcome, 'isThere'>,
): Promise<void> {
  const state: DriveState = { id, uuid, phase, reason, said: said.slice(0, 500) }
  if (phase !== 'released') process.stderr.write(`${[uuid, phase, reason, said].filter(Boolean).join(': ')}\n`)
  const draft = join(places.closed, 'state.part')
  await rm(draft, { force: true })
  await writeFile(draft, `${JSON.stringify(state)}\n`, { flag: 'wx' })
  await chmod(draft, 0o644)
  await rename(draft, places.state)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
