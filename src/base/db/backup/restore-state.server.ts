import { readFileSync, statSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { env } from '#base/env/env.server.ts'
import { renewConnections } from '../connection/client.server.ts'

// How a restore by a running server stands. A file tells this to the other workers, and after a restart to this one:
// the database is locked meanwhile.

const stateSchema = z.object({
  id: z.string(),
  /** SHA-256 of the ticket in the cookie of the browser that has begun the restore. */
  ticket: z.string(),
  phase: z.enum(['running', 'restored', 'failed']),
  step: z.enum(['saving', 'restoring']),
  /** From 0 to 1. */
  share: z.number(),
  /** When this state was written, in milliseconds: an old one that says `running` is of a restore that was cut off. */
  at: z.number(),
  /** The name of the file, for sentences. */
  name: z.string(),
  /** Why the restore failed: a `BackupProblem`, or `cut_off`. */
  problem: z.nullable(z.string()),
  books: z.number(),
  madeAt: z.nullable(z.string()),
  /** Whether mail can be sent as before: `lost` asks for the password again. */
  mail: z.enum(['none', 'kept', 'lost']),
})
export type RestoreState = z.infer<typeof stateSchema>

/** Milliseconds between two writings of a running restore, and after which one that was not written was cut off. */
export const HEARTBEAT = 500
const STALE = 20_000

/** The folder of what restoring by the page keeps: its state, and a backup that was sent. */
export const restoreFolder = (dataDir = env().dataDir): string => join(dataDir, 'restore')
const stateFile = (): string => join(restoreFolder(), 'state.json')

let seen: { modified: number; state: RestoreState | undefined } | undefined

/** The state of the last restore by the page; undefined without one. Asks the disk alone. */
export function readRestoreState(): RestoreState | undefined {
  const modified = statSync(stateFile(), { throwIfNoEntry: false })?.mtimeMs
  if (modified === undefined) return (seen = undefined)
  if (seen?.modified !== modified) {
    const state = parse(stateFile())
    // What this process has cached is of the former library.
    const isNew = state?.phase === 'restored' && seen?.state?.id === state.id && seen.state.phase !== 'restored'
    if (isNew || (state?.phase === 'restored' && seen === undefined)) renewConnections()
    seen = { modified, state }
  }
  const { state } = seen
  const isCutOff = state?.phase === 'running' && now().getTime() - state.at > STALE
  return isCutOff ? { ...state, phase: 'failed', problem: 'cut_off' } : state
}

function parse(file: string): RestoreState | undefined {
  try {
    return stateSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data
  } catch {
    return undefined
  }
}

/** Whether the library is being restored: until it is, no request and no job asks the database. */
export const isBeingRestored = (): boolean => readRestoreState()?.phase === 'running'

/** Milliseconds in which requests do not look at the file again: a restore saves what is there first, which takes longer. */
const LOOKED_AT_FOR = 100
let unrestoredAt = -LOOKED_AT_FOR

/** `isBeingRestored` for what each request asks: a restore that has begun is seen after a tenth of a second, its end at once. */
export function isHeldByRestore(): boolean {
  const at = performance.now()
  if (at - unrestoredAt < LOOKED_AT_FOR) return false
  const isRunning = isBeingRestored()
  if (!isRunning) unrestoredAt = at
  return isRunning
}

/** Takes the right to act on a finished restore; false where it was taken before. */
export async function takeRestoreState({ id }: Pick<RestoreState, 'id'>): Promise<boolean> {
  if (readRestoreState()?.id !== id) return false
  return rename(stateFile(), join(restoreFolder(), 'claimed.json')).then(
    () => true,
    () => false,
  )
}

/** Forgets the last restore, and what was sent for it. */
export const dropRestoreState = (): Promise<void> => rm(restoreFolder(), { recursive: true, force: true })

/** Writes the state, whole at once. */
export async function writeRestoreState(state: Omit<RestoreState, 'at'>): Promise<void> {
  await mkdir(restoreFolder(), { recursive: true, mode: 0o700 })
  const part = `${stateFile()}.${newId()}.part`
  await writeFile(part, JSON.stringify({ ...state, at: now().getTime() }), { mode: 0o600, flag: 'wx' })
  await rename(part, stateFile())
  unrestoredAt = -LOOKED_AT_FOR
}
