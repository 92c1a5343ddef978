import { librarySettingsRouter } from '#kit/library-settings/library-settings.router.server.ts'
import { backupRouter } from './backup/backup.router.server.ts'
import { secondFolderRouter } from './backup/second-folder/second-folder.router.server.ts'
import { sheetRouter } from './backup/sheet/sheet.router.server.ts'
import { dashboardRouter } from './dashboard/dashboard.router.server.ts'
import { healthRouter } from './health/health.router.server.ts'
import { mailServerRouter } from './mail-server/mail-server.router.server.ts'
import { settingsRouter } from './settings/settings.router.server.ts'
import { updateRouter } from './update/update.router.server.ts'

/** The procedures of whoever runs the server. */
export const operationsRouter = {
  backup: backupRouter,
  backupSheet: sheetRouter,
  dashboard: dashboardRouter,
  health: healthRouter,
  mailServer: mailServerRouter,
  secondFolder: secondFolderRouter,
  settings: { ...settingsRouter, ...librarySettingsRouter },
  update: updateRouter,
}
