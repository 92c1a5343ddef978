import { Link } from '@tanstack/react-router'
import { formatDate } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { Avatar } from '#ui/avatar.tsx'
import { MarkedText } from '#ui/marked-text.tsx'
import { rowKey } from '#ui/use-list-keys.ts'
import { RoleBadges, UserState, YouBadge } from './user-badges.tsx'
import type { User } from './user.schema.ts'
import { userName } from './user-word.ts'

/** Columns of the list: person, roles, state, added. */
const COLUMNS = 'lg:grid-cols-[minmax(0,5fr)_minmax(0,2fr)_minmax(0,4fr)_minmax(0,2fr)]'

/** What the columns hold, above them; the rows say it themselves to readers of the screen. */
export function UserColumns() {
  return (
    <div
      aria-hidden="true"
      className={`hidden items-center gap-x-4 border-b border-line px-4 py-2.5 ps-16 text-xs font-semibold text-muted lg:grid ${COLUMNS}`}
    >
      <span>{m.users_column_person()}</span>
      <span>{m.user_role_label()}</span>
      <span>{m.users_state_label()}</span>
      <span>{m.user_added_label()}</span>
    </div>
  )
}

interface UserRowProps {
  user: User
  searchTerm: string
  timeZone: string
  /** It is the one who looks. */
  isMe: boolean
}

/** A user in the list, whole on a phone, and the way to the page of that user; marked what was searched for. */
export function UserRow({ user, searchTerm, timeZone, isMe }: UserRowProps) {
  return (
    <Link
      {...rowKey('open')}
      to="/manager/users/$id"
      params={{ id: user.id }}
      state={{ isFromList: true }}
      className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-4 px-4 py-2.5 -outline-offset-2 hover:bg-surface lg:items-center"
    >
      <Avatar name={user.name} email={user.email} />
      <span className={`grid min-w-0 items-center gap-x-4 gap-y-1.5 ${COLUMNS}`}>
        <span className="min-w-0">
          <span className="flex items-center gap-2 [&>:last-child:not(:first-child)]:-my-1">
            <span dir="auto" className={`line-clamp-2 min-w-0 font-semibold ${user.name ? '' : 'text-muted'}`}>
              {user.name ? <MarkedText text={user.name} searchTerm={searchTerm} /> : userName(user)}
            </span>
            {isMe && <YouBadge />}
          </span>
          <span className="block text-[0.8125rem] text-muted">
            <span dir="ltr" className="break-words">
              <MarkedText text={user.email} searchTerm={searchTerm} />
            </span>
          </span>
        </span>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 lg:contents">
          <span className="flex flex-wrap gap-1.5">
            <RoleBadges role={user.role} />
          </span>
          <span className="contents items-center gap-x-2 gap-y-1 lg:flex lg:flex-wrap">
            <UserState user={user} timeZone={timeZone} />
          </span>
        </span>
        <span className="hidden text-[0.8125rem] text-muted lg:block">{formatDate(user.createdAt, timeZone)}</span>
      </span>
    </Link>
  )
}
