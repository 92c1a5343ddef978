import { db, readGeneration } from './connection/client.server.ts'
import { librarySetting } from './tables/library-setting.ts'

export type LibrarySettings = Pick<typeof librarySetting.$inferSelect, 'lending' | 'loanMemoryDays'>

/** Milliseconds after which a server has heard of what another one has changed. */
const LIFETIME = 2000

let known: { at: number; generation: object; settings: Promise<LibrarySettings> } | undefined

/** What the library has decided, at most two seconds old: no request reads it by a query of its own. */
export function librarySettings(): Promise<LibrarySettings> {
  const generation = readGeneration()
  if (known?.generation === generation && performance.now() - known.at < LIFETIME) return known.settings
  const read = { at: performance.now(), generation, settings: readSettings() }
  known = read
  read.settings.catch(() => {
    // A failure is not kept.
    if (known === read) known = undefined
  })
  return read.settings
}

async function readSettings(): Promise<LibrarySettings> {
  const { lending, loanMemoryDays } = librarySetting
  const [row] = await db.select({ lending, loanMemoryDays }).from(librarySetting)
  return row ?? { lending: false, loanMemoryDays: 30 }
}

/** Changes what the library has decided. This server knows it at once. */
export async function storeLibrarySettings(change: Partial<LibrarySettings>): Promise<void> {
  await db.insert(librarySetting).values(change).onConflictDoUpdate({ target: librarySetting.id, set: change })
  known = undefined
}
