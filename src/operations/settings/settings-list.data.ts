import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { settingsRouter } from './settings.router.server.ts'

const listSettings = createServerFn({ method: 'GET' }).handler(() => callProcedure(settingsRouter.list, undefined))

/** What is set, for managers. */
export const settingListQuery = queryOptions({ queryKey: ['settings', 'list'], queryFn: () => listSettings() })
