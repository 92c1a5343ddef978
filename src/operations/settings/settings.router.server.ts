import { librarySettings } from '#base/db/library-settings.server.ts'
import { env } from '#base/env/env.server.ts'
import { inForce } from '#base/env/in-force.server.ts'
import { timeZoneNames } from '#base/lib/time-zone-names.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { settingVariables } from '#kit/library-settings/shared/setting-variables.server.ts'
import { secondFolderSetting } from '#operations/backup/shared/second-folder-setting.server.ts'
import { devicesNow } from '#operations/devices/shared/house-devices.server.ts'
import { listSettings } from './shared/list-settings.server.ts'
import { mailSetting } from '#operations/mail-server/shared/mail-setting.server.ts'
import { settingConcerns } from './shared/settings-concerns.server.ts'
import { settingListSchema } from './settings-list.schema.ts'

/** What the library has decided, the settings of the server that answers, and what is unwise about them. */
const list = procedure('settings:read')
  .output(settingListSchema)
  .handler(async () => {
    const settings = env()
    const { mailServer, backupFolder: _, isSetUp: _isSetUp, ...library } = await librarySettings()
    return {
      library,
      mail: mailSetting(mailServer),
      secondFolder: await secondFolderSetting(),
      inForce: inForce(),
      zones: timeZoneNames(),
      variables: settingVariables(),
      groups: listSettings(settings),
      // None in the demo, where anybody could read the concerns.
      concerns: settings.isDemo ? [] : settingConcerns(settings),
      devices: devicesNow(),
    }
  })

export const settingsRouter = { list }
