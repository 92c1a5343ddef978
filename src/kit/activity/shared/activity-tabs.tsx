import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { can } from '#base/auth/permissions.ts'
import { currentUserQuery } from '#kit/me/me.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'

const TAB =
  'inline-flex min-h-11 items-center border-b-2 border-transparent px-1 text-[0.9rem] font-semibold text-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-accent'

/** Links between the activity and the security log, for users who may read both. */
export function ActivityTabs() {
  const { data: me } = useSuspenseQuery(currentUserQuery)
  if (!can(me?.role, 'security:read')) return null
  return (
    <nav aria-label={m.activity_title()} className="mb-4 flex gap-5 border-b border-line print:hidden">
      <Link to="/manager/activity" activeOptions={{ exact: true, includeSearch: false }} className={`${TAB} -mb-px`}>
        {m.activity_tab()}
      </Link>
      <Link to="/manager/activity/security" activeOptions={{ includeSearch: false }} className={`${TAB} -mb-px`}>
        {m.security_title()}
      </Link>
    </nav>
  )
}
