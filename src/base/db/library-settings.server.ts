import { eq, getTableColumns } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { isDeepStrictEqual } from 'node:util'
import type { Client } from 'pg'
import { setDecisions, UNDECIDED } from '#base/env/in-force.server.ts'
import { now } from '#base/lib/clock.ts'
import { fieldsOf, partOf } from '#base/lib/fields-of.ts'
import { db, primaryGeneration } from './connection/client.server.ts'
import { librarySetting, librarySettingChange, type SomeLibrarySettings } from './tables/library-setting.ts'

export type LibrarySettings = Omit<typeof librarySetting.$inferSelect, 'id'>

const { id: _id, ...COLUMNS } = getTableColumns(librarySetting)

/** The settings before the first change, while there is no row. */
const FIRST: LibrarySettings = {
  ...UNDECIDED,
  lending: false,
  loanMemoryDays: 30,
  signInCards: true,
  network: false,
  reminderMails: null,
}

let isLendingThere = true

/** Hands in, with the slices, whether this product has a floor that lends. */
export const setCanLend = (value: boolean): void => void (isLendingThere = value)

/** Whether this product has a floor that lends: without one no library lends, whatever it has decided before. */
export const canLend = (): boolean => isLendingThere

/** Milliseconds after which a server has heard of what another one has changed. */
const LIFETIME = 2000

let known: { at: number; generation: object; settings: Promise<LibrarySettings> } | undefined

/**
 * What the library has decided, at most two seconds old: no request reads it by a query of its own. What of it holds, beside
 * the variables of the environment, says `inForce`.
 */
export function librarySettings(): Promise<LibrarySettings> {
  const generation = primaryGeneration()
  if (known?.generation === generation && performance.now() - known.at < LIFETIME) return known.settings
  const read = { at: performance.now(), generation, settings: readSettings().then(settingsHere) }
  known = read
  read.settings.catch(() => {
    // A read that failed is not kept.
    if (known === read) known = undefined
  })
  return read.settings
}

/** The settings as they hold in this product. */
const settingsHere = (settings: LibrarySettings): LibrarySettings => ({
  ...settings,
  lending: settings.lending && canLend(),
})

async function readSettings(database: Pick<typeof db, 'select'> = db): Promise<LibrarySettings> {
  const [row = FIRST] = await database.select(COLUMNS).from(librarySetting)
  setDecisions(row)
  return row
}

/** The settings, read where there is no pool. Throws for a database of an earlier version, which lacks columns. */
export const librarySettingsOf = (client: Client): Promise<LibrarySettings> =>
  readSettings(drizzle({ client, casing: 'snake_case' }))

/** Throws where a change is not allowed: nothing is changed then. */
type Allow = (change: Omit<LibraryChange, 'id'>) => void

/** A change of what the library has decided: what was changed, as it was and as it is. */
export interface LibraryChange {
  /** Id by which the change is taken back. */
  id: string
  before: SomeLibrarySettings
  after: SomeLibrarySettings
}

/** Changes what the library has decided; undefined if it was so already. This server knows it at once. */
export const storeLibrarySettings = (change: SomeLibrarySettings, allow?: Allow): Promise<LibraryChange | undefined> =>
  replaceSettings(
    (row) =>
      fieldsOf(change).filter((field) => change[field] !== undefined && !isDeepStrictEqual(change[field], row[field])),
    change,
    allow,
  )

/** Takes a change back; undefined if it is not known any more, or one of its settings has been changed since. */
export async function undoLibrarySettings(id: string, allow?: Allow): Promise<LibraryChange | undefined> {
  const [former] = await db.select().from(librarySettingChange).where(eq(librarySettingChange.id, id))
  if (!former) return undefined
  const fields = fieldsOf(former.after)
  return replaceSettings(
    (row) => (fields.every((field) => isDeepStrictEqual(row[field], former.after[field])) ? fields : []),
    former.before,
    allow,
  )
}

/** Replaces the fields that `choose` names, one change of the row at a time. */
async function replaceSettings(
  choose: (row: LibrarySettings) => (keyof LibrarySettings)[],
  values: SomeLibrarySettings,
  allow: Allow = () => undefined,
): Promise<LibraryChange | undefined> {
  const change = await db.transaction(async (tx) => {
    await tx.insert(librarySetting).values({}).onConflictDoNothing()
    const [row = FIRST] = await tx.select(COLUMNS).from(librarySetting).for('update')
    const fields = choose(row)
    if (fields.length === 0) return undefined
    const before = partOf(row, fields)
    const after = partOf(values, fields)
    allow({ before, after })
    await tx.update(librarySetting).set(after)
    const [stored] = await tx.insert(librarySettingChange).values({ at: now(), before, after }).returning()
    return stored
  })
  known = undefined
  await librarySettings()
  return change
}
