import { recordSecurityEvent } from '#auth/security/security-log.server.ts'
import { storeLibrarySettings, librarySettings } from '#db/library-settings.server.ts'
import { env } from '#env/env.server.ts'
import { procedure } from '#rpc/procedure.server.ts'
import { listSettings } from './list-settings.server.ts'
import { settingConcerns } from './settings-concerns.server.ts'
import { librarySettingsSchema, settingListSchema } from './settings-list.schema.ts'

/** What the library has decided, the settings of the server that answers, and what is unwise about them. */
const list = procedure('settings:read')
  .output(settingListSchema)
  .handler(async () => {
    const settings = env()
    return {
      library: await librarySettings(),
      groups: listSettings(settings),
      // In the demo anybody may read them.
      concerns: settings.isDemo ? [] : settingConcerns(settings),
    }
  })

/** Changes what the library decides itself. Other servers know it within two seconds. */
const change = procedure('settings:update')
  .input(librarySettingsSchema)
  .output(librarySettingsSchema)
  .handler(async ({ input, context: { session } }) => {
    const former = await librarySettings()
    await storeLibrarySettings(input)
    const record = (details: { lending: boolean } | { loanMemoryDays: number | 'forever' }) =>
      recordSecurityEvent('library_settings', { userId: session.user.id, actorId: session.actor.userId, details })
    if (input.lending !== former.lending) record({ lending: input.lending })
    if (input.loanMemoryDays !== former.loanMemoryDays) record({ loanMemoryDays: input.loanMemoryDays ?? 'forever' })
    return input
  })

export const settingsRouter = { list, change }
