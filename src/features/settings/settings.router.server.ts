import { env } from '#env/env.server.ts'
import { procedure } from '#rpc/procedure.server.ts'
import { listSettings } from './list-settings.server.ts'
import { settingConcerns } from './settings-concerns.server.ts'
import { settingListSchema } from './settings-list.schema.ts'

/** The settings of the server that answers, and what is unwise about them. */
const list = procedure('settings:read')
  .output(settingListSchema)
  .handler(() => {
    const settings = env()
    // In the demo anybody may read them.
    return { groups: listSettings(settings), concerns: settings.isDemo ? [] : settingConcerns(settings) }
  })

export const settingsRouter = { list }
