import { lookUp } from '#lib/look-up.ts'
import { getLocale } from './locale.ts'
import { m } from './paraglide/messages.js'

const WORDS: Record<string, () => string> = { admin: m.role_admin, user: m.role_user }

/** A user's roles in the language at hand: `admin,user` → "admin and user". One that nobody knows stands as it is. */
export function roleWord(role: string): string {
  const words = role
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
    .map((one) => lookUp(WORDS, one)?.() ?? one)
  return new Intl.ListFormat(getLocale(), { type: 'conjunction' }).format(words)
}
