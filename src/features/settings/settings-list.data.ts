import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { callProcedure } from '#rpc/call-procedure.server.ts'
import type { CopyFolderInput } from './copies/copies.schema.ts'
import type { MailServerInput } from './mail/mail-server.schema.ts'
import type { LibrarySettingsChange } from './settings-list.schema.ts'
import { settingsRouter } from './settings.router.server.ts'

const listSettings = createServerFn({ method: 'GET' }).handler(() => callProcedure(settingsRouter.list, undefined))

/** What is set, for managers. */
export const settingListQuery = queryOptions({ queryKey: ['settings', 'list'], queryFn: () => listSettings() })

/** Changes what the library decides itself. Returns the id by which it is taken back. */
export const changeLibrarySettings = createServerFn({ method: 'POST' })
  .validator((input: LibrarySettingsChange) => input)
  .handler(({ data }) => callProcedure(settingsRouter.change, data))

/** Changes where mails go, once a mail to the own address went that way. Returns the id by which it is taken back. */
export const saveMailServer = createServerFn({ method: 'POST' })
  .validator((input: MailServerInput) => input)
  .handler(({ data }) => callProcedure(settingsRouter.changeMail, data))

/** Sends no more mails. Returns the id by which that is taken back. */
export const removeMailServer = createServerFn({ method: 'POST' }).handler(() =>
  callProcedure(settingsRouter.removeMail, undefined),
)

/** Changes where backups are copied to, once the folder has taken a file. Returns the id by which it is taken back. */
export const saveCopyFolder = createServerFn({ method: 'POST' })
  .validator((input: CopyFolderInput) => input)
  .handler(({ data }) => callProcedure(settingsRouter.changeCopies, data))

/** Copies backups no more. Returns the id by which that is taken back. */
export const stopCopies = createServerFn({ method: 'POST' }).handler(() =>
  callProcedure(settingsRouter.stopCopies, undefined),
)

/** Takes a change back. Throws NOT_UNDOABLE. */
export const undoLibraryChange = createServerFn({ method: 'POST' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => callProcedure(settingsRouter.undo, data))
