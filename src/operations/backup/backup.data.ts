import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { backupRouter } from './backup.router.server.ts'

const listBackups = createServerFn({ method: 'GET' }).handler(() => callProcedure(backupRouter.list, undefined))

/** Begins a backup, unless one is being made. */
export const startBackup = createServerFn({ method: 'POST' }).handler(() =>
  callProcedure(backupRouter.create, undefined),
)

/** Throws SESSION_EXPIRED when the file is given only after reauthentication. */
export const allowDownload = createServerFn({ method: 'POST' })
  .validator((input: { name: string }) => input)
  .handler(({ data }) => callProcedure(backupRouter.allowDownload, data))

/** Deletes a backup file. SESSION_EXPIRED, NOT_FOUND, BACKUP_TOO_NEW. */
export const deleteBackup = createServerFn({ method: 'POST' })
  .validator((input: { name: string }) => input)
  .handler(({ data }) => callProcedure(backupRouter.remove, data))

/** Where the browser gets the file. */
export const backupUrl = (name: string): string => `/api/v1/backups/${name}`

/** Milliseconds between polls while a backup is made, and otherwise. */
const RUNNING = 1000
const RESTING = 30_000

/** The backups, newest first, and the one that is being made. */
export const backupsQuery = queryOptions({
  queryKey: ['backup', 'list'],
  queryFn: () => listBackups(),
  refetchInterval: ({ state }) => (state.data?.running || state.data?.secondFolder?.isRunning ? RUNNING : RESTING),
})

/** Refetches the backups. */
export function useRefreshBackups() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries(backupsQuery)
}
