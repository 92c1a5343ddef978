import { m } from '#i18n/paraglide/messages.js'
import { ColumnHead } from '#ui/list/sort-head.tsx'
import { columnHeadsClass, ROWS, tableFrameClass } from '#ui/list/table-class.ts'
import { GrowingList } from '#ui/list/growing-list.tsx'
import { userListColumns } from './user-order.ts'
import { userRowClass, UserRow } from './user-row.tsx'
import type { UserSort } from './user-search.schema.ts'
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
  /** The order of the list; undefined for one that no column stands for. */
  sort: UserSort | undefined
  onSort: (sort: UserSort) => void
}

/** Users as rows below the names of their columns. */
export function UserRows({ items, total, name, searchTerm, timeZone, me, sort, onSort }: UserRowsProps) {
  const columns = userListColumns()
  return (
    <div
      role="table"
      aria-label={m.users_title()}
      aria-rowcount={total === null ? -1 : total + 1}
      className={tableFrameClass}
    >
      <div role="rowgroup" className={`max-lg:hidden ${columnHeadsClass}`}>
        <div role="row" aria-rowindex={1} className={`${userRowClass} min-h-11`}>
          <ColumnHead columns={[columns.name, columns.email]} sort={sort} onSort={onSort} className="col-start-2" />
          <span role="columnheader">{m.user_role_label()}</span>
          <span role="columnheader">{m.users_state_label()}</span>
          <ColumnHead columns={[columns.added]} sort={sort} onSort={onSort} />
        </div>
      </div>
      <GrowingList items={items} keyOf={({ id }) => id} total={total} name={name} className={ROWS} isTable>
        {(user) => <UserRow user={user} searchTerm={searchTerm} timeZone={timeZone} isMe={user.id === me} />}
      </GrowingList>
    </div>
  )
}
