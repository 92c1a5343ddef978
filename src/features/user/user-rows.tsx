import { m } from '#i18n/paraglide/messages.js'
import { columnHeadsClass, ROWS, tableFrameClass } from '#ui/table-class.ts'
import { GrowingList } from '#ui/growing-list.tsx'
import { ROW, UserRow } from './user-row.tsx'
import type { User } from './user.schema.ts'

interface UserRowsProps {
  items: readonly User[]
  total: number | null
  /** Tells this list from all others. */
  name: string
  searchTerm: string
  timeZone: string
  /** The id of the one who looks. */
  me: string | undefined
}

/** Users as rows below the names of their columns. */
export function UserRows({ items, total, name, searchTerm, timeZone, me }: UserRowsProps) {
  return (
    <div
      role="table"
      aria-label={m.users_title()}
      aria-rowcount={total === null ? -1 : total + 1}
      className={tableFrameClass}
    >
      <div role="rowgroup" className={`max-lg:sr-only ${columnHeadsClass}`}>
        <div role="row" aria-rowindex={1} className={`${ROW} min-h-11`}>
          <span role="columnheader" className="lg:col-start-2">
            {m.users_column_person()}
          </span>
          <span role="columnheader">{m.user_role_label()}</span>
          <span role="columnheader">{m.users_state_label()}</span>
          <span role="columnheader">{m.user_added_label()}</span>
        </div>
      </div>
      <GrowingList items={items} keyOf={({ id }) => id} total={total} name={name} className={ROWS} isTable>
        {(user) => <UserRow user={user} searchTerm={searchTerm} timeZone={timeZone} isMe={user.id === me} />}
      </GrowingList>
    </div>
  )
}
