import * as z from 'zod/mini'
import { db } from '#base/db/connection/client.server.ts'
import { eachOf, type ServerSlice } from '#kit/slice.server.ts'
import { userSortSchema } from './user/list/user-search.schema.ts'
import { undoBan, undoUserCreate, undoUserDelete, undoUserUpdate } from './user/shared/undo-user.server.ts'
import { purgeUsers } from './user/trash/user-trash.server.ts'
import { userFilterSchema } from './user/user.schema.ts'

/** What people contribute on the server. */
export const peopleSlice: ServerSlice = {
  undos: {
    'user.create': { permission: 'user:delete', needs: 'item', run: eachOf(undoUserCreate) },
    'user.delete': { permission: 'user:delete', needs: 'deleted', run: eachOf(undoUserDelete) },
    'user.restore': { permission: 'user:delete', needs: 'item', run: eachOf(undoUserCreate) },
    'user.update': { permission: 'user:update', needs: 'item', run: eachOf(undoUserUpdate) },
    'user.set-role': { permission: 'user:set-role', needs: 'item', run: eachOf(undoUserUpdate) },
    'user.ban': { permission: 'user:ban', needs: 'item', run: eachOf(undoBan) },
    'user.unban': { permission: 'user:ban', needs: 'item', run: eachOf(undoBan) },
  },
  views: {
    users: { access: 'user:list', search: z.strictObject({ ...userFilterSchema.shape, sort: userSortSchema }) },
  },
  cleanUps: [({ trashEnd }) => db.transaction((tx) => purgeUsers(tx, trashEnd))],
}
