import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { can } from '#base/auth/permissions.ts'
import { currentUserQuery } from '#kit/me/me.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { buttonClass } from '#base/ui/button.tsx'
import { EmptyState } from '#base/ui/state/empty-state.tsx'

/** Shown while the library has no books; managers also get a link to add one. */
export function EmptyLibrary() {
  const { data: me } = useSuspenseQuery(currentUserQuery)
  const canAdd = can(me?.role, 'book:create')
  return (
    <EmptyState
      title={m.home_empty_title()}
      text={canAdd ? m.home_empty_text() : m.home_empty_reader()}
      action={
        canAdd && (
          <Link to="/manager/books" className={buttonClass()}>
            {m.home_empty_action()}
          </Link>
        )
      }
    />
  )
}
