import { withEntityTag } from '#base/rpc/precondition.server.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { ban, unban } from './ban/user-ban.server.ts'
import { update } from './edit/user-change.server.ts'
import { endImpersonation, impersonate } from './impersonate/user-impersonate.server.ts'
import { create, inviteAgain, invitationText } from './invitation/user-invitation.server.ts'
import { count, list, listPage } from './list/user-list.server.ts'
import { remove } from './user-removal.server.ts'
import { toUser, findUser } from './user-row.server.ts'
import { userSchema } from './user.schema.ts'
import { userIdSchema } from '#base/auth/user-id.schema.ts'

/** One user; NOT_FOUND, also for an invalid id. */
const get = procedure('user:get')
  .route({
    method: 'GET',
    path: '/users/{id}',
    operationId: 'getUser',
    summary: 'Read a user',
    description: 'One user.',
    successDescription: 'The user.',
    tags: ['Users'],
  })
  .input(userIdSchema)
  .output(userSchema)
  .handler(async ({ input, context }) => withEntityTag(context, toUser(await findUser(input.id))))

export const userRouter = {
  list,
  listPage,
  count,
  get,
  create,
  sendInvitation: inviteAgain,
  invitationText,
  update,
  remove,
  ban,
  unban,
  impersonate,
  stopImpersonating: endImpersonation,
}
