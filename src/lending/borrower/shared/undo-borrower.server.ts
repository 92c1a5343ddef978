import type { CurrentSession } from '#base/auth/session/session.server.ts'
import type { Transaction } from '#base/db/actor.server.ts'
import {
  fieldNotUndone,
  notUndoneForGood,
  notUndoneGone,
  valuesToRestore,
  type Entry,
} from '#kit/activity/shared/former-values.server.ts'
import type { Undone } from '#kit/activity/undo/undo.schema.ts'
import { lockRow } from '#kit/activity/shared/undo-row.server.ts'
import { moveBorrowerToTrash, restoreBorrowers } from './borrower-trash.server.ts'

/** Moves a borrower into the trash who is still as they were added or restored. BORROWER_HAS_LOANS. */
export async function undoBorrowerCreate(tx: Transaction, entry: Entry, session: CurrentSession): Promise<Undone> {
  const row = await lockRow(tx, entry)
  if (!row) return { fields: [], kept: [notUndoneGone()] }
  const { kept } = valuesToRestore(entry, row)
  if (kept.length > 0) return { fields: [], kept }
  await moveBorrowerToTrash(tx, entry.subjectId, session.actor)
  return { fields: ['borrower'], kept }
}

/** Restores a deleted borrower from the trash. */
export async function undoBorrowerDelete(tx: Transaction, entry: Entry): Promise<Undone> {
  const { restored, collided } = await restoreBorrowers(tx, [entry.subjectId])
  if (restored.length > 0) return { fields: ['borrower'], kept: [] }
  return { fields: [], kept: [collided.length > 0 ? fieldNotUndone(entry, 'card', 'taken') : notUndoneForGood()] }
}
