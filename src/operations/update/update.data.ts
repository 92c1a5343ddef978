import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { isUpdateUnderWay, type UpdateRequest } from '#base/lib/package-update.schema.ts'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import type { UpdateStatus } from './update.schema.ts'
import { updateRouter } from './update.router.server.ts'

const readStatus = createServerFn({ method: 'GET' }).handler(() => callProcedure(updateRouter.status, undefined))

/** Asks whether there is a newer version. */
export const lookForUpdate = createServerFn({ method: 'POST' }).handler(() =>
  callProcedure(updateRouter.look, undefined),
)

/** Gets the package of the newest version. FILE_REFUSED, UPDATE_RUNNING. */
export const fetchUpdatePackage = createServerFn({ method: 'POST' }).handler(() =>
  callProcedure(updateRouter.fetch, undefined),
)

/** Begins to install what was sent, or to go back. SESSION_EXPIRED, UPDATE_RUNNING. */
export const beginUpdateNow = createServerFn({ method: 'POST' })
  .validator((input: UpdateRequest) => input)
  .handler(({ data }) => callProcedure(updateRouter.begin, data))

/** Where the browser sends a package. */
export const UPDATES_URL = '/api/v1/updates'

/** Milliseconds between polls while an update is on its way. */
const RUNNING = 2000

/** The version that runs, and how the last update went. */
export const updateStatusQuery = queryOptions({
  queryKey: ['settings', 'update'],
  queryFn: () => readStatus(),
  refetchInterval: ({ state: { data } }) => (data && isBusy(data) ? RUNNING : false),
})

/** What a server that is still being started says that it does: `opening`, `updating`, `waiting` for its database. */
export const startPhaseQuery = queryOptions({
  queryKey: ['start-phase'],
  queryFn: async ({ signal }) => {
    const said: unknown = await (await fetch('/api/health/ready', { signal })).json()
    return typeof said === 'object' && said !== null && 'status' in said ? String(said.status) : ''
  },
  retry: false,
  refetchInterval: RUNNING,
})

/** Whether an update waits or is on its way. */
export const isBusy = ({ waiting, last }: Pick<UpdateStatus, 'waiting' | 'last'>): boolean =>
  waiting !== null || (last !== null && isUpdateUnderWay(last))
