import { useQuery } from '@tanstack/react-query'
import { DeletedPage } from '#kit/trash/shared/deleted-page.tsx'
import { useRefreshUsers } from '../user.data.ts'
import { UserMissingPage } from '../user-missing-page.tsx'
import { deletedUserQuery } from './user-trash.data.ts'
import { userTrash } from './user-trash.ts'

/** Stands for a user who is not there; for one of the trash it says who deleted them and when, and restores them. */
export function DeletedUserPage({ id }: { id: string }) {
  const refresh = useRefreshUsers()
  const { data: user, dataUpdatedAt } = useQuery(deletedUserQuery(id))
  if (!user) return <UserMissingPage />
  return <DeletedPage trash={userTrash} one={user} at={dataUpdatedAt} refresh={refresh} />
}
