import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { secondFolderRouter } from './second-folder.router.server.ts'
import type { SecondFolderInput } from './second-folder.schema.ts'

const listPluggedIn = createServerFn({ method: 'GET' }).handler(() =>
  callProcedure(secondFolderRouter.pluggedIn, undefined),
)

/** The drives that are plugged in, looked for again while the page is seen: one that comes is offered by itself. */
export const pluggedInQuery = queryOptions({
  queryKey: ['settings', 'plugged-in'],
  queryFn: () => listPluggedIn(),
  refetchInterval: 5000,
})

/** Changes where backups are copied to, once the folder has taken a file. Returns the id by which it is taken back. */
export const saveSecondFolder = createServerFn({ method: 'POST' })
  .validator((input: SecondFolderInput) => input)
  .handler(({ data }) => callProcedure(secondFolderRouter.choose, data))

/** Copies backups no more. Returns the id by which that is taken back. */
export const stopSecondFolder = createServerFn({ method: 'POST' }).handler(() =>
  callProcedure(secondFolderRouter.stop, undefined),
)

/** Begins to copy what is missing in the second folder. */
export const startFilling = createServerFn({ method: 'POST' }).handler(() =>
  callProcedure(secondFolderRouter.fill, undefined),
)
