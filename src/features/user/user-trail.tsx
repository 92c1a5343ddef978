import { Link } from '@tanstack/react-router'
import { m } from '#i18n/paraglide/messages.js'
import { Icon } from '#ui/icon.tsx'
import { useToUsers } from './use-to-users.ts'

/** The way back up to the users, before a page's title. */
export function UserTrail() {
  const toUsers = useToUsers()
  return (
    <>
      <Link
        to="/manager/users"
        className="-ms-2 inline-flex min-h-11 items-center rounded-sm px-2 text-muted hover:text-ink"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          void toUsers()
        }}
      >
        {m.users_title()}
      </Link>
      <Icon name="chevron" className="-ms-3 size-4 text-muted" />
    </>
  )
}
