import { useSuspenseQuery } from '@tanstack/react-query'
import { can } from '#base/auth/permissions.ts'
import { currentUserQuery } from '#kit/me/me.data.ts'

/** Whether the pages of borrowers and books are there too: who only helps at the desk gets no links to them. */
export const useMayManage = (): boolean => can(useSuspenseQuery(currentUserQuery).data?.role, 'borrower:read')
