import { isBanned } from '#base/auth/session/ban.schema.ts'
import { rolesOf } from '#base/lib/roles-of.ts'
import { formatDate } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { roleWord } from '#base/i18n/role-word.ts'
import { Badge } from '#base/ui/badge.tsx'
import type { User } from '../user.schema.ts'

/** Every role of a user, each a badge. */
export function RoleBadges({ role }: Pick<User, 'role'>) {
  return rolesOf(role).map((one) => (
    <Badge key={one} look="accent">
      {roleWord(one)}
    </Badge>
  ))
}

/** Marks a user whose address is not verified. */
export function UnverifiedBadge() {
  return <Badge look="quiet">{m.account_not_verified()}</Badge>
}

/** Marks a user who is banned now. */
export function BannedBadge() {
  return <Badge look="danger">{m.user_banned()}</Badge>
}

/** The user is the current one. */
export function YouBadge() {
  return <Badge look="quiet">{m.user_you()}</Badge>
}

/** Whether a user is banned or unverified, and when onboarded. */
export function UserState({ user, timeZone }: { user: User; timeZone: string }) {
  return (
    <>
      {isBanned(user) && <BannedBadge />}
      {!user.emailVerified && user.email !== null && <UnverifiedBadge />}
      <span className="text-[0.8125rem] text-muted">
        {user.onboardedAt ? m.user_onboarded({ time: formatDate(user.onboardedAt, timeZone) }) : m.user_not_onboarded()}
      </span>
    </>
  )
}
