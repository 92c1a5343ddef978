import { TrashPage } from '#kit/trash/shared/trash-page.tsx'
import { SavedSelections } from '#base/ui/list/use-selection.ts'
import { useRefreshUsers } from '../user.data.ts'
import type { DeletedUser } from './user-trash.schema.ts'
import { userTrash } from './user-trash.ts'

const selected = new SavedSelections<DeletedUser>()

/** The deleted users. */
export const UserTrashPage = (params: { searchTerm: string; timeZone: string }) => (
  <TrashPage {...params} trash={userTrash} selected={selected} refresh={useRefreshUsers()} />
)
