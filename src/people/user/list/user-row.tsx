import { Link } from '@tanstack/react-router'
import { formatDate } from '#base/i18n/format.ts'
import { Avatar } from '#base/ui/avatar.tsx'
import { HighlightedText } from '#base/ui/list/highlighted-text.tsx'
import { rowKey } from '#base/ui/list/use-list-keys.ts'
import { RoleBadges, UserState, YouBadge } from './user-badges.tsx'
import type { User } from '../user.schema.ts'
import { emailWord, userName, userWord } from '../user-word.ts'

/** Columns of a row: avatar, name and address; on wide screens also roles, state, added. */
export const userRowClass =
  'grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 px-4 lg:grid-cols-[2.25rem_minmax(0,5fr)_minmax(0,2fr)_minmax(0,4fr)_minmax(0,2fr)] lg:gap-x-4'

interface UserRowProps {
  user: User
  searchTerm: string
  timeZone: string
  /** The user is the current one. */
  isMe: boolean
}

function Address({ email, searchTerm }: { email: string | null; searchTerm: string }) {
  if (email === null) return emailWord(email)
  return (
    <span dir="ltr" className="break-words">
      <HighlightedText text={email} searchTerm={searchTerm} />
    </span>
  )
}

/** The cells of a user; the whole row links to their page. Highlights the search term. */
export function UserRow({ user, searchTerm, timeZone, isMe }: UserRowProps) {
  return (
    <>
      <Avatar name={user.name} email={user.email} />
      {/* Stacked on phones, columns on wide screens. */}
      <div className="min-w-0 lg:contents">
        <div role="cell" className="min-w-0 lg:col-start-2">
          <span className="flex items-center gap-2">
            <Link
              {...rowKey('open')}
              to="/manager/users/$id"
              params={{ id: user.id }}
              state={{ isFromList: true }}
              className="min-w-0 leading-snug font-semibold outline-none after:absolute after:inset-0"
            >
              <span dir="auto" className="line-clamp-2 break-words">
                <HighlightedText text={userWord(user)} searchTerm={searchTerm} />
              </span>
            </Link>
            {isMe && <YouBadge />}
          </span>
          <span className="block text-[0.8125rem] text-muted">
            {user.name ? <Address email={user.email} searchTerm={searchTerm} /> : userName(user)}
          </span>
        </div>
        <div className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 lg:contents">
          <div role="cell" className="flex flex-wrap gap-1.5">
            <RoleBadges role={user.role} />
          </div>
          <div role="cell" className="contents items-center gap-x-2 gap-y-1 lg:flex lg:flex-wrap">
            <UserState user={user} timeZone={timeZone} />
          </div>
          <div role="cell" className="text-[0.8125rem] text-muted max-lg:sr-only">
            {formatDate(user.createdAt, timeZone)}
          </div>
        </div>
      </div>
    </>
  )
}
