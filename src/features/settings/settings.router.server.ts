import * as z from 'zod/mini'
import { notifyAdminsOfLoss } from '#auth/admin-notice.server.ts'
import { recordSecurityEvent } from '#auth/security/security-log.server.ts'
import { requireRecentSession } from '#auth/session/reauthentication.server.ts'
import type { CurrentSession } from '#auth/session/session.server.ts'
import {
  librarySettings,
  storeLibrarySettings,
  undoLibrarySettings,
  type LibraryChange,
} from '#db/library-settings.server.ts'
import { env } from '#env/env.server.ts'
import { DEFAULTS, inForce, VARIABLES } from '#env/in-force.server.ts'
import { createError } from '#errors/create-error.server.ts'
import { fieldsOf } from '#lib/fields-of.ts'
import { lookUp } from '#lib/list/look-up.ts'
import { losses } from '#mail/user-notices.server.ts'
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
      zones: ['UTC', ...Intl.supportedValuesOf('timeZone')],
      variables: variables(),
      groups: listSettings(settings),
      // In the demo anybody may read them.
      concerns: settings.isDemo ? [] : settingConcerns(settings),
    }
  })

/**
 * Changes what the library decides itself: the settings that are named. Other servers know it within two seconds. Throws
 * VALIDATION_ERROR for one that a variable of the environment decides, and SESSION_EXPIRED for fewer days of the trash or
 * the security log without a recent authentication.
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
    const changed = await storeLibrarySettings(input, requireCodeToShorten(session))
    if (changed) record(changed, session)
    return { undo: changed?.id ?? null }
  })

/** Takes a change back. Throws NOT_UNDOABLE for one of another day, and if a setting of it was changed since; SESSION_EXPIRED as `change`. */
const undo = procedure('settings:update')
  .input(z.strictObject({ id: z.uuid() }))
  .output(z.void())
  .handler(async ({ input, context: { session } }) => {
    const changed = await undoLibrarySettings(input.id, requireCodeToShorten(session))
    if (!changed) throw createError('NOT_UNDOABLE')
    record(changed, session)
  })

/** Whether a change deletes for good what is older than the new days, which no undo brings back. */
const shortens = ({ before, after }: Pick<LibraryChange, 'before' | 'after'>): boolean =>
  DAYS.some((field) => field in after && daysOf(field, after) < daysOf(field, before))

const DAYS = ['trashDays', 'securityLogDays'] as const

const daysOf = (field: (typeof DAYS)[number], settings: LibraryChange['after']): number =>
  settings[field] ?? DEFAULTS[field]

const requireCodeToShorten = (session: CurrentSession) => (planned: Pick<LibraryChange, 'before' | 'after'>) => {
  if (shortens(planned)) requireRecentSession(session)
}

/** An entry of the security log for each setting; of a loss all admins are told. */
function record(changed: LibraryChange, { user, actor }: CurrentSession): void {
  const { after } = changed
  if (shortens(changed)) notifyAdminsOfLoss(user, losses.shorter())
  for (const field of fieldsOf(after)) {
    // Null is for ever, or not decided any more.
    const value = after[field] ?? (field === 'loanMemoryDays' ? 'forever' : '')
    recordSecurityEvent('library_settings', { userId: user.id, actorId: actor.userId, details: { [field]: value } })
  }
}

export const settingsRouter = { list, change, undo }
