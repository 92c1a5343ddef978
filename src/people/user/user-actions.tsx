import { Link } from '@tanstack/react-router'
import { m } from '#base/i18n/paraglide/messages.js'
import { buttonClass } from '#base/ui/button.tsx'
import { UserBan } from './ban/user-ban.tsx'
import { UserDelete } from './user-delete.tsx'
import { UserImpersonate } from './impersonate/user-impersonate.tsx'
import type { User } from './user.schema.ts'

interface UserActionsProps {
  user: User
  /** The user is the current one, to whom most actions do not apply. */
  isMe: boolean
}

/** The actions on a user; the most frequent one comes last. */
export function UserActions({ user, isMe }: UserActionsProps) {
  return (
    <>
      {isMe || (
        <>
          <UserImpersonate user={user} />
          <UserBan key={user.id} user={user} />
          <UserDelete user={user} />
        </>
      )}
      <Link
        to="/manager/users/$id/update"
        params={{ id: user.id }}
        state={{ isFromDetail: true }}
        className={buttonClass('primary', 'max-sm:order-first max-sm:basis-full')}
      >
        {m.user_edit()}
      </Link>
    </>
  )
}
