import { formatDate } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { roleWord } from '#i18n/role-word.ts'
import { PrintTable } from '#ui/list/print-table.tsx'
import type { User } from './user.schema.ts'
import { userName } from './user-word.ts'

interface UserPrintProps {
  items: readonly User[]
  total: number | null
  /** What the list was searched for and narrowed to, in words. */
  filters: readonly string[]
  timeZone: string
}

/** Users on paper. */
export function UserPrint({ timeZone, ...props }: UserPrintProps) {
  return (
    <PrintTable
      {...props}
      keyOf={({ id }) => id}
      columns={[
        { name: m.onboarding_name_label(), show: userName },
        { name: m.login_email_label(), show: ({ email }) => email },
        { name: m.user_role_label(), show: ({ role }) => roleWord(role) },
        { name: m.user_added_label(), show: ({ createdAt }) => formatDate(createdAt, timeZone) },
      ]}
    />
  )
}
