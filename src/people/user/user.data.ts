import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { growingQuery, totalQuery } from '#base/lib/list/growing-query.ts'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { useRefresh } from '#base/ui/use-refresh.ts'
import { changesSession } from '#base/rpc/session-middleware.ts'
import { userRouter } from './user.router.server.ts'
import type { banSchema, banVersionSchema } from './ban/user-ban.schema.ts'
import type { impersonationSchema } from './impersonate/user-impersonate.schema.ts'
import type {
  invitationSchema,
  userCreateSchema,
  UserFilter,
  userRemovalSchema,
  UserListInput,
  UserChange,
} from './user.schema.ts'
import type { userIdSchema } from '#base/auth/user-id.schema.ts'

type UserId = z.input<typeof userIdSchema>

const listUsers = createServerFn({ method: 'GET' })
  .validator((input: UserListInput) => input)
  .handler(({ data }) => callProcedure(userRouter.listPage, data))

const countUsers = createServerFn({ method: 'GET' })
  .validator((input: UserFilter) => input)
  .handler(({ data }) => callProcedure(userRouter.count, data))

const getUser = createServerFn({ method: 'GET' })
  .validator((input: UserId) => input)
  .handler(({ data }) => callProcedure(userRouter.get, data))

/** Adds a user; `isTold` is false if the invitation could not be mailed. */
export const createUser = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof userCreateSchema>) => input)
  .handler(({ data }) => callProcedure(userRouter.create, data))

/** Mails the invitation again. EMAIL_ALREADY_VERIFIED once they have signed in; TOO_MANY_REQUESTS, MAIL_NOT_SENT. */
export const sendInvitation = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof invitationSchema>) => input)
  .handler(({ data }) => callProcedure(userRouter.sendInvitation, data))

const getInvitationText = createServerFn({ method: 'GET' })
  .validator((input: UserId) => input)
  .handler(({ data }) => callProcedure(userRouter.invitationText, data))

/** The invitation as a text to be passed on by hand, where no mail is sent. */
export const invitationTextQuery = (id: string) =>
  queryOptions({
    // Not of ['user']: a change of the user, such as a ban, makes it be asked again only where it is shown again.
    queryKey: ['invitation text', id],
    queryFn: () => getInvitationText({ data: { id } }),
    staleTime: 0,
  })

/** Saves a user based on the version that was read. CONFLICT carries `theirs`, the current `User`. */
export const updateUser = createServerFn({ method: 'POST' })
  .middleware([changesSession])
  .validator((input: UserChange) => input)
  .handler(({ data }) => callProcedure(userRouter.update, data))

/** Moves a user to the trash, or deletes them for good. YOU_CANNOT_REMOVE_YOURSELF, LAST_ADMIN, NOT_FOUND. */
export const removeUser = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof userRemovalSchema>) => input)
  .handler(({ data }) => callProcedure(userRouter.remove, data))

/** Bans a user and ends all their sessions. YOU_CANNOT_BAN_YOURSELF, LAST_ADMIN, NOT_FOUND. */
export const banUser = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof banSchema>) => input)
  .handler(({ data }) => callProcedure(userRouter.ban, data))

/** Lifts a ban. NOT_FOUND. */
export const unbanUser = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof banVersionSchema>) => input)
  .handler(({ data }) => callProcedure(userRouter.unban, data))

/** Impersonates a user for an hour; the page must be reloaded. */
export const impersonateUser = createServerFn({ method: 'POST' })
  .middleware([changesSession])
  .validator((input: z.input<typeof impersonationSchema>) => input)
  .handler(({ data }) => callProcedure(userRouter.impersonate, data))

/** Ends the impersonation; the page must be reloaded. */
export const stopImpersonating = createServerFn({ method: 'POST' })
  .middleware([changesSession])
  .handler(() => callProcedure(userRouter.stopImpersonating, undefined))

const MINUTE = 60_000
const listKey = (filter: UserFilter) => ['user', 'list', filter]

/** The users of a filter, page by page. */
export const usersQuery = (filter: Omit<UserListInput, 'cursor' | 'limit'>) =>
  growingQuery(listKey(filter), (page, signal) =>
    listUsers({ data: { ...filter, ...page }, ...(signal && { signal }) }),
  )

/** The number of users of a filter. */
export const usersTotalQuery = (filter: UserFilter) =>
  totalQuery(listKey(filter), (signal) => countUsers({ data: filter, signal }))

/** One user. NOT_FOUND. */
export const userQuery = (id: string) =>
  queryOptions({ queryKey: ['user', 'get', id], queryFn: () => getUser({ data: { id } }), staleTime: MINUTE })

/** Refetches everything that shows users, after a change. */
export const useRefreshUsers = () => useRefresh('user')

/** After a deletion: removes the user and their sessions from the cache and refetches the rest. */
export function useForgetUser() {
  const queryClient = useQueryClient()
  const refresh = useRefreshUsers()
  return (id: string) => {
    queryClient.removeQueries(userQuery(id))
    return refresh()
  }
}
