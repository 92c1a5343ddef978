import { inArray } from 'drizzle-orm'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { readDb } from '#base/db/connection/client.server.ts'
import { bookBulk } from '#base/db/tables/book-bulk.ts'
import { bookImport } from '#base/db/tables/book-import.ts'
import { canMove, type BatchState } from '#base/lib/batch-states.ts'
import { hasAccess } from '#base/rpc/procedure.server.ts'
import type { Activity, ActivityEntry } from '#kit/activity/activity.schema.ts'
import { isForGood, permissionOf } from '../bulk.schema.ts'

const isOfBulk = ({ action }: ActivityEntry): boolean => /^book\.(bulk-|undo-bulk$)/.test(action)
const isOfImport = ({ action }: ActivityEntry): boolean => action === 'book.import'

/** What the caller can do to the books of imports and bulk changes, by the ids of their entries in the activity. */
export async function bulkStates(
  entries: readonly ActivityEntry[],
  session: CurrentSession,
): Promise<Map<number, Partial<Pick<Activity, 'bulk' | 'undo'>>>> {
  const [bulks, imports] = await Promise.all([bulksOf(entries.filter(isOfBulk)), importsOf(entries, session)])
  const states = new Map<number, Partial<Pick<Activity, 'bulk' | 'undo'>>>()
  for (const entry of entries) {
    const state = imports.get(entry.subject.id)
    const bulk = bulks.get(entry.subject.id)
    if (isOfImport(entry) && state !== undefined)
      states.set(entry.id, { bulk: isEnded(state) ? 'undo' : 'report', undo: state === 'undone' ? 'done' : null })
    if (isOfBulk(entry) && bulk && hasAccess(session, permissionOf(bulk.operation))) {
      const canUndo = isEnded(bulk.state) && !isForGood(bulk.operation) && entry.action !== 'book.undo-bulk'
      states.set(entry.id, { bulk: canUndo ? 'undo' : 'report' })
    }
  }
  return states
}

async function bulksOf(entries: readonly ActivityEntry[]) {
  if (entries.length === 0) return new Map()
  const ids = entries.map(({ subject }) => subject.id)
  const found = await readDb()
    .select({ id: bookBulk.id, state: bookBulk.state, operation: bookBulk.operation })
    .from(bookBulk)
    .where(inArray(bookBulk.id, ids))
  return new Map(found.map((bulk) => [bulk.id, bulk]))
}

/** The states of the imports, for who may undo them. */
async function importsOf(entries: readonly ActivityEntry[], session: CurrentSession): Promise<Map<string, BatchState>> {
  const ids = entries.filter(isOfImport).map(({ subject }) => subject.id)
  if (ids.length === 0 || !hasAccess(session, 'catalogue:import')) return new Map()
  const found = await readDb()
    .select({ id: bookImport.id, state: bookImport.state })
    .from(bookImport)
    .where(inArray(bookImport.id, ids))
  return new Map(found.map(({ id, state }) => [id, state]))
}

/** Whether an import or a bulk change has written all that it will write, so that it can be undone. */
const isEnded = (state: BatchState): boolean => canMove({ state, step: 'write' }, 'undo')
