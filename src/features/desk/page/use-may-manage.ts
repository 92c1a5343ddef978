import { useSuspenseQuery } from '@tanstack/react-query'
import { can } from '#auth/permissions.ts'
import { currentUserQuery } from '#features/account/account.data.ts'

/** Whether the pages of borrowers and books are there too: who only helps at the desk gets no links to them. */
export const useMayManage = (): boolean => can(useSuspenseQuery(currentUserQuery).data?.role, 'borrower:read')
