import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { ActivityPanel } from '#kit/activity/shared/activity-list.tsx'
import { activityQuery } from '#kit/activity/activity.data.ts'
import { currentUserQuery } from '#kit/me/me.data.ts'
import type { Installation } from '#kit/installation/installation.schema.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { EmailText } from '#base/ui/email-text.tsx'
import { ManagerPage } from '#base/ui/manager-page.tsx'
import { ListBackLink } from '#base/ui/list/list-back-link.tsx'
import { userVersionsQuery } from './history/user-history.data.ts'
import { UserVersionView } from './history/user-version.tsx'
import { SignInCardPanel } from './card/sign-in-card-panel.tsx'
import { UserActions } from './user-actions.tsx'
import { RoleBadges, YouBadge } from './list/user-badges.tsx'
import { UserCard } from './list/user-card.tsx'
import { UserSessions } from './sessions/user-sessions.tsx'
import { userQuery } from './user.data.ts'
import { useGoneUser } from './shared/user-outcome.ts'

interface UserPageProps {
  id: string
  settings: Pick<Installation, 'timeZone' | 'hasCards'>
}

/** The page of a user: fields, sessions, activity and actions. */
export function UserPage({ id, settings: { timeZone, hasCards } }: UserPageProps) {
  const { data: user } = useSuspenseQuery(userQuery(id))
  const { data: me } = useSuspenseQuery(currentUserQuery)
  const isMe = me?.id === user.id
  // Optional: without them the activity only tells what was changed.
  const { data: versions = [] } = useQuery(userVersionsQuery(id))
  return (
    <ManagerPage
      title={user.name || <EmailText email={user.email} />}
      trail={<ListBackLink to="/manager/users" label={m.users_title()} />}
      badge={
        <span className="flex flex-wrap gap-1.5">
          <RoleBadges role={user.role} />
          {isMe && <YouBadge />}
        </span>
      }
      actions={<UserActions user={user} isMe={isMe} />}
    >
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(21rem,1fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-1 gap-4">
          <UserCard user={user} timeZone={timeZone} isMe={isMe} />
          {hasCards && <SignInCardPanel key={user.id} user={user} timeZone={timeZone} />}
        </div>
        <UserSessions user={user} timeZone={timeZone} isMe={isMe} onRefused={useGoneUser(user)} />
      </div>
      <ActivityPanel
        query={activityQuery('user', user.id)}
        title={m.user_activity()}
        className="mt-4"
        renderBelow={(entry) => {
          const version = versions.find((one) => one.id === entry.id)
          return version && <UserVersionView key={user.version} version={version} user={user} isMe={isMe} />
        }}
      />
    </ManagerPage>
  )
}
