import * as z from 'zod/mini'
import { createError } from '#base/errors/create-error.server.ts'
import { documentProblems } from '#base/openapi/document-problems.server.ts'
import { procedure, requireAccess, requireRole } from '#base/rpc/procedure.server.ts'
import { undoBurst } from './undo-burst.server.ts'
import { burstInputSchema, changedItemSchema, entryIdSchema, undoneBurstSchema, undoneSchema } from './undo.schema.ts'
import { lastEntryOf, undoEntry } from './undo.server.ts'

/** Takes an entry of the activity back, as `undoEntry`; API keys may, with the scopes of its noun. */
const undo = procedure('by-subject', { takenBack: 'undo' })
  .route({
    method: 'POST',
    path: '/activity/{id}/undo',
    operationId: 'undoActivity',
    summary: 'Take a change back',
    description:
      'Gives what an entry of the activity changed its former values. What somebody changed since stays as it is, and is named in `kept`.',
    successDescription: 'What was taken back, and what was not.',
    tags: ['Activity'],
    spec: documentProblems(
      'NOT_UNDOABLE',
      'ALREADY_UNDONE',
      'RESOURCE_NOT_ALLOWED',
      'ACTION_NOT_ALLOWED',
      'SCOPE_MISSING',
      'PASSKEY_REQUIRED',
      'SESSION_EXPIRED',
    ),
  })
  .input(entryIdSchema)
  .output(undoneSchema)
  .handler(({ input: { id }, context: { session } }) => {
    // No key has this scope; which of its noun a key needs depends on the entry.
    if (session.scopes) requireRole(session, 'apps:manager')
    else requireAccess(session, 'apps:manager')
    if (!/^\d{1,15}$/.test(id)) throw createError('NOT_FOUND')
    return undoEntry(Number(id), session)
  })

/** The entry that the caller's last change of an item has left, by which a toast undoes that change and no later one. */
const lastEntry = procedure('apps:manager', { takenBack: 'nothing' })
  .input(changedItemSchema)
  .output(z.object({ id: z.nullable(z.string()) }))
  .handler(async ({ input: { kind, id }, context: { session } }) => ({
    id: await lastEntryOf(kind, id, session.user.id),
  }))

/** Takes a burst of equal changes back, by 250 entries in one call; `undoBurst`. */
const burst = procedure('apps:manager', { takenBack: 'undo' })
  .input(burstInputSchema)
  .output(undoneBurstSchema)
  .handler(({ input, context: { session } }) => undoBurst(input, session))

export const undoRouter = { undo, burst, lastEntry }
