import { eq } from 'drizzle-orm'
import type { Transaction } from '#base/db/actor.server.ts'
import { deletedBorrower } from '#base/db/tables/deleted-borrower.ts'
import { isUuid } from '#base/lib/uuid.ts'
import { fieldNotUndone, notUndoneGone, type Entry } from '#kit/activity/shared/former-values.server.ts'
import type { Undone } from '#kit/activity/undo/undo.schema.ts'
import { restoreBorrowers } from '#lending/borrower/shared/borrower-trash.server.ts'

/** Parts two borrowers who were merged. What was lent since stays with the one who stayed. */
export async function undoBorrowerMerge(tx: Transaction, entry: Entry): Promise<Undone> {
  const id = String(entry.after?.other_id)
  const nothing = { fields: [], kept: [notUndoneGone()] }
  if (!isUuid(id)) return nothing
  const [other] = await tx
    .select({ mergedInto: deletedBorrower.mergedInto })
    .from(deletedBorrower)
    .where(eq(deletedBorrower.id, id))
  // Once parted, they may have been merged with another one.
  if (other?.mergedInto !== entry.subjectId) return nothing
  const { restored } = await restoreBorrowers(tx, [id])
  return restored.length > 0
    ? { fields: ['borrower'], kept: [] }
    : { fields: [], kept: [fieldNotUndone(entry, 'card', 'taken')] }
}
