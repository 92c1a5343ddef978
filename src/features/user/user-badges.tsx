import type { ReactNode } from 'react'
import { rolesOf } from '#auth/role.schema.ts'
import { formatDate } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { roleWord } from '#i18n/role-word.ts'
import type { User } from './user.schema.ts'
import { isBanned } from './user-word.ts'

const LOOKS = {
  accent: 'border border-transparent bg-accent-soft text-accent',
  quiet: 'border border-line-strong text-muted',
  danger: 'border border-danger text-danger',
}

function Badge({ look, children }: { look: keyof typeof LOOKS; children: ReactNode }) {
  return (
    <span
      className={`inline-flex min-h-6 flex-none items-center rounded-full px-2.5 text-xs font-semibold whitespace-nowrap ${LOOKS[look]}`}
    >
      {children}
    </span>
  )
}

/** Every role of a user, each a badge. */
export function RoleBadges({ role }: Pick<User, 'role'>) {
  return rolesOf(role).map((one) => (
    <Badge key={one} look="accent">
      {roleWord(one)}
    </Badge>
  ))
}

export function UnverifiedBadge() {
  return <Badge look="quiet">{m.account_not_verified()}</Badge>
}

export function BannedBadge() {
  return <Badge look="danger">{m.user_banned()}</Badge>
}

/** It is the one who looks. */
export function YouBadge() {
  return <Badge look="quiet">{m.user_you()}</Badge>
}

/** How it stands with a user: banned, not verified, and whether and when onboarded. */
export function UserState({ user, timeZone }: { user: User; timeZone: string }) {
  return (
    <>
      {isBanned(user) && <BannedBadge />}
      {!user.emailVerified && <UnverifiedBadge />}
      <span className="text-[0.8125rem] text-muted">
        {user.onboardedAt ? m.user_onboarded({ time: formatDate(user.onboardedAt, timeZone) }) : m.user_not_onboarded()}
      </span>
    </>
  )
}
