import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { callProcedure } from '#rpc/call-procedure.server.ts'
import type { LibrarySettingsInput } from './settings-list.schema.ts'
import { settingsRouter } from './settings.router.server.ts'

const listSettings = createServerFn({ method: 'GET' }).handler(() => callProcedure(settingsRouter.list, undefined))

/** What is set, for managers. */
export const settingListQuery = queryOptions({ queryKey: ['settings', 'list'], queryFn: () => listSettings() })

/** Changes what the library decides itself. */
export const changeLibrarySettings = createServerFn({ method: 'POST' })
  .validator((input: LibrarySettingsInput) => input)
  .handler(({ data }) => callProcedure(settingsRouter.change, data))
