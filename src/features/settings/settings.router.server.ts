import * as z from 'zod/mini'
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
import { copyFolderSchema } from './copies/copies.schema.ts'
import { changeCopyFolder, copySetting } from './copies/copies.server.ts'
import { devicesNow, followNetworkSetting, networkVariable } from './house-devices.server.ts'
import { recordLibraryChange, requireCodeIfGrave } from './shared/library-change.server.ts'
import { listSettings } from './list-settings.server.ts'
import { changeMailServer, mailSetting } from './mail/mail-server.server.ts'
import { mailServerSchema } from './mail/mail-server.schema.ts'
import { settingConcerns } from './settings-concerns.server.ts'
import { changedSettingsSchema, librarySettingsChangeSchema, settingListSchema } from './settings-list.schema.ts'

/** The variables that are set of those that decide for the library, by setting. */
function variables(): Record<string, string> {
  const network = networkVariable()
  return {
    ...Object.fromEntries(Object.entries(VARIABLES).filter(([, variable]) => env().given.names.includes(variable))),
    ...(network !== undefined && { network }),
  }
}

/** What the library has decided, the settings of the server that answers, and what is unwise about them. */
const list = procedure('settings:read')
  .output(settingListSchema)
  .handler(async () => {
    const settings = env()
    const { mailServer, backupFolder: _, isSetUp: _isSetUp, ...library } = await librarySettings()
    return {
      library,
      mail: mailSetting(mailServer),
      copies: await copySetting(),
      inForce: inForce(),
      zones: ['UTC', ...Intl.supportedValuesOf('timeZone')],
      variables: variables(),
      groups: listSettings(settings),
      // In the demo anybody may read them.
      concerns: settings.isDemo ? [] : settingConcerns(settings),
      devices: devicesNow(),
    }
  })

/**
 * Changes what the library decides itself: the settings that are named. Other servers know it within two seconds. Throws
 * VALIDATION_ERROR for one that a variable of the environment decides, and SESSION_EXPIRED for fewer days of the trash or
 * the security log and for opening the network without a recent authentication.
 */
const change = procedure('settings:update', { takenBack: 'by-input' })
  .input(librarySettingsChangeSchema)
  .output(changedSettingsSchema)
  .handler(async ({ input, context: { session } }) => {
    const fixed = fieldsOf(input).filter((field) => lookUp(variables(), field))
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

/**
 * Changes where mails go, after a mail to the own address went that way. Throws VALIDATION_ERROR with what the mail server
 * has answered at the field that it is about, SESSION_EXPIRED without a recent authentication, TOO_MANY_REQUESTS.
 */
const changeMail = procedure('settings:update', { takenBack: 'again' })
  .input(mailServerSchema)
  .output(changedSettingsSchema)
  .handler(({ input, context: { session } }) => changeMailServer(input, session))

/** Sends no more mails: they are written into the outbox. Throws SESSION_EXPIRED without a recent authentication. */
const removeMail = procedure('settings:update', { takenBack: 'again' })
  .output(changedSettingsSchema)
  .handler(({ context: { session } }) => changeMailServer(null, session))

/**
 * Changes where backups are copied to, once the folder has taken a file. Throws VALIDATION_ERROR with what is wrong with the
 * folder, SESSION_EXPIRED without a recent authentication.
 */
const changeCopies = procedure('settings:update', { takenBack: 'again' })
  .input(copyFolderSchema)
  .output(changedSettingsSchema)
  .handler(({ input, context: { session } }) => changeCopyFolder(input.folder, session))

/** Copies backups no more; what was copied stays. Throws SESSION_EXPIRED without a recent authentication. */
const stopCopies = procedure('settings:update', { takenBack: 'again' })
  .output(changedSettingsSchema)
  .handler(({ context: { session } }) => changeCopyFolder(null, session))

/** Records a change, and does at once what else would wait for a job. */
async function carryOut(changed: LibraryChange, session: CurrentSession): Promise<void> {
  recordLibraryChange(changed, session)
  if ('network' in changed.after) await followNetworkSetting()
}

export const settingsRouter = { list, change, undo, changeMail, removeMail, changeCopies, stopCopies }
