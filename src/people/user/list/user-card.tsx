import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isBanned } from '#base/auth/session/ban.schema.ts'
import { activityQuery } from '#kit/activity/activity.data.ts'
import { formatDateTime } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { roleWord } from '#base/i18n/role-word.ts'
import { Avatar } from '#base/ui/avatar.tsx'
import { EmailText } from '#base/ui/email-text.tsx'
import { Panel } from '#base/ui/panel.tsx'
import { BannedBadge, UnverifiedBadge } from './user-badges.tsx'
import { WHY_NOT_ID, whyNotImpersonated } from '../impersonate/user-impersonate.tsx'
import { UserInvitation } from '../invitation/user-invitation.tsx'
import type { User } from '../user.schema.ts'
import { emailWord, userName } from '../user-word.ts'

interface UserCardProps {
  user: User
  timeZone: string
  isMe: boolean
}

/** A user's name, address, roles and state. */
export function UserCard({ user, timeZone, isMe }: UserCardProps) {
  const whyNot = isMe ? undefined : whyNotImpersonated(user)
  return (
    <Panel>
      <div className="flex items-center gap-3.5">
        <Avatar name={user.name} email={user.email} size="large" />
        <div className="min-w-0">
          <p dir="auto" className="font-serif text-lg leading-snug font-semibold break-words">
            {user.name || <EmailText email={user.email} />}
          </p>
          {user.name && (
            <p className="text-sm text-muted">
              <EmailText email={user.email} />
            </p>
          )}
        </div>
      </div>
      <dl className="mt-3">
        <Facts user={user} timeZone={timeZone} />
      </dl>
      {!user.emailVerified && user.email !== null && !isBanned(user) && (
        <UserInvitation user={user} email={user.email} timeZone={timeZone} />
      )}
      {whyNot !== undefined && (
        <p id={WHY_NOT_ID} className="mt-3 text-sm text-muted">
          {whyNot}
        </p>
      )}
      {isMe && <Self />}
    </Panel>
  )
}

function Facts({ user, timeZone }: Omit<UserCardProps, 'isMe'>) {
  return (
    <>
      {!user.name && <Fact label={m.onboarding_name_label()}>{userName(user)}</Fact>}
      <Fact label={m.user_role_label()}>{roleWord(user.role)}</Fact>
      <Fact label={m.login_email_label()}>{emailState(user)}</Fact>
      <Fact label={m.user_onboarding_label()}>
        {user.onboardedAt
          ? m.user_onboarded({ time: formatDateTime(user.onboardedAt, timeZone) })
          : m.user_not_onboarded()}
      </Fact>
      <Fact label={m.user_added_label()}>
        <Added user={user} timeZone={timeZone} />
      </Fact>
      {isBanned(user) && (
        <Fact label={m.user_banned_label()}>
          <span className="flex flex-wrap items-center gap-2">
            <BannedBadge />
            {user.banExpires
              ? m.user_banned_until({ time: formatDateTime(user.banExpires, timeZone) })
              : m.user_banned_forever()}
          </span>
          {user.banReason && (
            <span dir="auto" className="mt-1 block break-words text-muted">
              {user.banReason}
            </span>
          )}
        </Fact>
      )}
    </>
  )
}

function emailState({ email, emailVerified }: User): ReactNode {
  if (email === null) return emailWord(email)
  return emailVerified ? m.user_verified() : <UnverifiedBadge />
}

/** When a user was added, and by whom if the loaded activity contains it. */
function Added({ user, timeZone }: Omit<UserCardProps, 'isMe'>) {
  const { data } = useInfiniteQuery(activityQuery('user', user.id))
  const time = formatDateTime(user.createdAt, timeZone)
  const [first] = data?.pages ?? []
  const made = first?.items.find(({ action, subject }) => action === 'user.create' && subject.id === user.id)
  const name = made?.actor.kind === 'person' && made.actor.id !== user.id ? made.actor.name : null
  return name === null ? time : m.user_added_by({ time, name })
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(6.5rem,2fr)_5fr] gap-3 border-line py-2.5 text-sm not-last:border-b">
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}

function Self() {
  return (
    <p className="mt-3 text-sm text-muted">
      {m.user_self_note()}{' '}
      <Link to="/manager/account" className="font-medium text-accent underline">
        {m.user_self_link()}
      </Link>
    </p>
  )
}
