import { useQuery } from '@tanstack/react-query'
import { m } from '#base/i18n/paraglide/messages.js'
import { passkeysQuery } from '../passkey.data.ts'

interface Person {
  email: string | null
  emailVerified: boolean
  /** The session came by a sign-in card. */
  cameByCard: boolean
}

/** A sentence that says by what this person can sign in again: a passkey, a code to the address, or a new sign-in card. */
export function useWayBack({ email, emailVerified, cameByCard }: Person, isAsked: boolean): string {
  const { data } = useQuery({ ...passkeysQuery, enabled: isAsked })
  if (data?.items.length) return m.way_back_passkey()
  // Who came by a card may have an address that nobody reads.
  return email !== null && (emailVerified || !cameByCard) ? m.way_back_code({ email }) : m.way_back_card()
}
