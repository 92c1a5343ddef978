import * as z from 'zod/mini'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { storeLibrarySettings, undoLibrarySettings, type LibraryChange } from '#base/db/library-settings.server.ts'
import { followNetworkSetting } from '#base/db/network-setting.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { fieldsOf } from '#base/lib/fields-of.ts'
import { lookUp } from '#base/lib/list/look-up.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { changedSettingsSchema, librarySettingsChangeSchema } from './library-settings.schema.ts'
import { recordLibraryChange, requireCodeIfGrave } from './shared/library-change.server.ts'
import { settingVariables } from './shared/setting-variables.server.ts'

/**
 * Changes what the library decides itself: the settings that are named. Other servers know it within two seconds. Throws
 * VALIDATION_ERROR for one that a variable of the environment decides, and SESSION_EXPIRED for fewer days of the trash or
 * the security log and for opening the network without a recent authentication.
 */
const change = procedure('settings:update', { takenBack: 'by-input' })
  .input(librarySettingsChangeSchema)
  .output(changedSettingsSchema)
  .handler(async ({ input, context: { session } }) => {
    const fixed = fieldsOf(input).filter((field) => lookUp(settingVariables(), field))
    if (fixed.length > 0) {
      const fields = Object.fromEntries(fixed.map((field) => [field, { key: 'setting_fixed' } as const]))
      throw createError('VALIDATION_ERROR', { fields })
    }
    const changed = await storeLibrarySettings(input, requireCodeIfGrave(session))
    if (changed) await carryOut(changed, session)
    return { undo: changed?.id ?? null }
  })

/** Takes a change back. Throws NOT_UNDOABLE for one of another day, and if a setting of it was changed since; SESSION_EXPIRED for what needs a code. */
const undo = procedure('settings:update', { takenBack: 'by-input' })
  .input(z.strictObject({ id: z.uuid() }))
  .output(z.void())
  .handler(async ({ input, context: { session } }) => {
    const changed = await undoLibrarySettings(input.id, requireCodeIfGrave(session))
    if (!changed) throw createError('NOT_UNDOABLE')
    await carryOut(changed, session)
  })

/** Records a change, and does at once what else would wait for a job. */
async function carryOut(changed: LibraryChange, session: CurrentSession): Promise<void> {
  recordLibraryChange(changed, session)
  if ('network' in changed.after) await followNetworkSetting()
}

export const librarySettingsRouter = { change, undo }
