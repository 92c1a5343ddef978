import * as z from 'zod/mini'
import { recordSecurityEvent } from '#auth/security/security-log.server.ts'
import type { CurrentSession } from '#auth/session/session.server.ts'
import {
  librarySettings,
  storeLibrarySettings,
  undoLibrarySettings,
  type LibraryChange,
} from '#db/library-settings.server.ts'
import { env } from '#env/env.server.ts'
import { inForce, VARIABLES } from '#env/in-force.server.ts'
import { createError } from '#errors/create-error.server.ts'
import { fieldsOf } from '#lib/fields-of.ts'
import { lookUp } from '#lib/list/look-up.ts'
import { procedure } from '#rpc/procedure.server.ts'
import { listSettings } from './list-settings.server.ts'
import { settingConcerns } from './settings-concerns.server.ts'
import { changedSettingsSchema, librarySettingsChangeSchema, settingListSchema } from './settings-list.schema.ts'

/** The variables that are set of those that decide for the library, by setting. */
const variables = () =>
  Object.fromEntries(Object.entries(VARIABLES).filter(([, variable]) => env().given.names.includes(variable)))

/** What the library has decided, the settings of the server that answers, and what is unwise about them. */
const list = procedure('settings:read')
  .output(settingListSchema)
  .handler(async () => {
    const settings = env()
    return {
      library: await librarySettings(),
      inForce: inForce(),
      variables: variables(),
      groups: listSettings(settings),
      // In the demo anybody may read them.
      concerns: settings.isDemo ? [] : settingConcerns(settings),
    }
  })

/**
 * Changes what the library decides itself: the settings that are named. Other servers know it within two seconds. Throws
 * VALIDATION_ERROR for one that a variable of the environment decides.
 */
const change = procedure('settings:update')
  .input(librarySettingsChangeSchema)
  .output(changedSettingsSchema)
  .handler(async ({ input, context: { session } }) => {
    const fixed = fieldsOf(input).filter((field) => lookUp(variables(), field))
    if (fixed.length > 0) {
      const fields = Object.fromEntries(fixed.map((field) => [field, { key: 'setting_fixed' } as const]))
      throw createError('VALIDATION_ERROR', { fields })
    }
    const changed = await storeLibrarySettings(input)
    if (changed) record(changed, session)
    return { undo: changed?.id ?? null }
  })

/** Takes a change back. Throws NOT_UNDOABLE for one of another day, and if a setting of it was changed since. */
const undo = procedure('settings:update')
  .input(z.strictObject({ id: z.uuid() }))
  .output(z.void())
  .handler(async ({ input, context: { session } }) => {
    const changed = await undoLibrarySettings(input.id)
    if (!changed) throw createError('NOT_UNDOABLE')
    record(changed, session)
  })

/** An entry of the security log for each setting. */
function record({ after }: LibraryChange, { user, actor }: CurrentSession): void {
  for (const field of fieldsOf(after)) {
    // Null is for ever, or not decided any more.
    const value = after[field] ?? (field === 'loanMemoryDays' ? 'forever' : '')
    recordSecurityEvent('library_settings', { userId: user.id, actorId: actor.userId, details: { [field]: value } })
  }
}

export const settingsRouter = { list, change, undo }
