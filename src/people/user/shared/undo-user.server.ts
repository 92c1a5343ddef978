import { createError } from '#base/errors/create-error.server.ts'
import { isDeepStrictEqual } from 'node:util'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import type { Transaction } from '#base/db/actor.server.ts'
import { user } from '#base/db/tables/user.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { now } from '#base/lib/clock.ts'
import { restoreUsers } from '../trash/user-trash.server.ts'
import { applyBan, liftBan, notifyOfBan } from '../ban/user-ban.server.ts'
import { changeUser, notifyOfChange } from '../edit/user-change.server.ts'
import { notifyOfRemoval, notifyOfRestoration, removeUserWithin } from '../user-removal.server.ts'
import { lockUser } from '../user-row.server.ts'
import { eq, sql } from 'drizzle-orm'
import {
  fieldOfColumn,
  valuesToRestore,
  notUndoneForGood,
  notUndoneGone,
  fieldNotUndone,
  type Entry,
  type Values,
} from '#kit/activity/shared/former-values.server.ts'
import type { NotUndone } from '#kit/activity/undo/undo.schema.ts'
import type { UndoOutcome } from '#kit/slice.server.ts'

/** The fields of a user that managers change; a new address unverifies it, which is no change of its own. */
const FIELDS = new Set(['name', 'email', 'role'])

/**
 * Gives name, address or role of a user their former values, by the rules of a change: LAST_ADMIN,
 * YOU_CANNOT_DEMOTE_YOURSELF, YOU_CANNOT_CHANGE_YOUR_EMAIL_HERE, EMAIL_TAKEN. The former address must be verified again.
 */
export async function undoUserUpdate(tx: Transaction, entry: Entry, session: CurrentSession): Promise<UndoOutcome> {
  const current = await recordedValues(tx, entry)
  if (!current) return { fields: [], kept: [notUndoneGone()] }
  const { values, kept } = valuesToRestore(entry, current)
  const columns = Object.keys(values).filter((column) => FIELDS.has(column))
  const shown = kept.filter(({ field }) => field !== null && FIELDS.has(field))
  if (columns.length === 0) return { fields: [], kept: shown }
  const before = await lockUser(tx, entry.subjectId)
  const change = Object.fromEntries(columns.map((column) => [column, values[column]]))
  const after = await changeUser(tx, session, before, change)
  return { fields: columns.map(fieldOfColumn), kept: shown, notify: () => notifyOfChange(before, after, session) }
}

/** Lifts a ban that an entry imposed, or imposes what it lifted or changed. YOU_CANNOT_BAN_YOURSELF, LAST_ADMIN. */
export async function undoBan(tx: Transaction, entry: Entry, session: CurrentSession): Promise<UndoOutcome> {
  const current = await recordedValues(tx, entry)
  if (!current) return { fields: [], kept: [notUndoneGone()] }
  const { values, kept } = valuesToRestore(entry, current)
  // Ban, reason and end go together: if one of them was changed since, all three stay.
  if (kept.length > 0) return { fields: [], kept: [fieldNotUndone(entry, 'banned', 'changed')] }
  const { banned, ban_reason: reason, ban_expires: until } = { ...current, ...values }
  const banExpires = typeof until === 'string' ? new Date(until) : null
  if (banned === true && banExpires && banExpires <= now())
    return { fields: [], kept: [{ field: 'banned', reason: 'refused', message: m.undo_kept_ban_over() }] }
  const before = await lockUser(tx, entry.subjectId)
  const after =
    banned === true
      ? await applyBan(tx, session, before, { banReason: typeof reason === 'string' ? reason : null, banExpires })
      : await liftBan(tx, session, before)
  return { fields: ['banned'], kept: [], notify: () => notifyOfBan(before, after, session) }
}

/** What the activity records of a user. */
const RECORDED = [...FIELDS, 'email_verified', 'banned', 'ban_reason', 'ban_expires', 'onboarded_at']

/** What a first sign-in sets. */
const isOfVisit = (column: string): boolean => column === 'onboarded_at' || column === 'email_verified'

/**
 * Moves a user whom an entry added or restored into the trash, if they are still as they were then: neither changed nor
 * signed in for the first time since. NOT_UNDOABLE for who signed up without anybody; LAST_ADMIN, YOU_CANNOT_REMOVE_YOURSELF.
 */
export async function undoUserCreate(tx: Transaction, entry: Entry, session: CurrentSession): Promise<UndoOutcome> {
  if (entry.action === 'user.create' && entry.actorId === entry.subjectId) throw createError('NOT_UNDOABLE')
  const current = await recordedValues(tx, entry)
  if (!current) return { fields: [], kept: [notUndoneGone()] }
  const changed = RECORDED.filter(
    (column) => !isDeepStrictEqual(current[column] ?? null, entry.after?.[column] ?? null),
  )
  const [visits, changes] = [changed.filter(isOfVisit), changed.filter((column) => !isOfVisit(column))]
  const kept: NotUndone[] = changes.map((column) => fieldNotUndone(entry, column, 'changed'))
  if (visits.length > 0) kept.push({ field: 'onboardedAt', reason: 'changed', message: m.undo_kept_signed_in() })
  if (kept.length > 0) return { fields: [], kept }
  const removed = await removeUserWithin(tx, session, entry.subjectId, false)
  return { fields: ['user'], kept: [], notify: () => notifyOfRemoval(removed, false, session) }
}

/** Restores a deleted user from the trash, by the rules of a restoration. */
export async function undoUserDelete(tx: Transaction, entry: Entry, session: CurrentSession): Promise<UndoOutcome> {
  const { users, collided } = await restoreUsers(tx, [entry.subjectId], session)
  const [restored] = users
  if (!restored)
    return { fields: [], kept: [collided.length > 0 ? fieldNotUndone(entry, 'email', 'taken') : notUndoneForGood()] }
  return { fields: ['user'], kept: [], notify: () => notifyOfRestoration(restored, session) }
}

/** The present values as the activity records them. */
async function recordedValues(tx: Transaction, { subjectId }: Entry): Promise<Values | undefined> {
  const [row] = await tx
    .select({ doc: sql<Values>`public.shown_values(to_jsonb(${user}))` })
    .from(user)
    .where(eq(user.id, subjectId))
    .for('update')
  return row?.doc
}
