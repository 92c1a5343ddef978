import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { signInMethod } from '#base/i18n/sign-in-method.ts'
import { lookUp } from '#base/lib/list/look-up.ts'
import type { SecurityEvent } from './security.schema.ts'

type Details = SecurityEvent['details']

const REASONS: Record<string, () => string> = {
  wrong: m.security_reason_wrong,
  expired: m.security_reason_expired,
  attempts: m.security_reason_attempts,
  banned: m.security_reason_banned,
  closed: m.security_reason_closed,
  passkey: m.security_reason_passkey,
  provider: m.security_reason_provider,
  used: m.security_reason_used,
  revoked: m.security_reason_revoked,
  unknown: m.security_reason_unknown_card,
  guesses: m.security_reason_guesses,
  codes: m.security_reason_codes,
}

/** How somebody signed in. */
export const signInMethodWord = ({ how }: Details): string => signInMethod(String(how))

/** Why a sign-in failed or was refused. */
export const reasonWord = ({ reason }: Details): string =>
  lookUp(REASONS, String(reason))?.() ?? m.security_reason_other()

/** How many times more it happened; undefined where it was once. */
export const moreWord = ({ more }: Details): string | undefined =>
  typeof more === 'number' ? m.security_more({ shown: formatNumber(more) }) : undefined
