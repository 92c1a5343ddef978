import { lookUp } from '#base/lib/list/look-up.ts'
import { rolesOf } from '#base/lib/roles-of.ts'
import { formatList } from './format.ts'
import { m } from './paraglide/messages.js'

const WORDS: Record<string, () => string> = { admin: m.role_admin, desk: m.role_desk, user: m.role_user }

/** A user's roles in the current language: `admin,user` → "admin and user". Unknown roles stay unchanged. */
export function roleWord(role: string): string {
  const words = rolesOf(role).map((name) => lookUp(WORDS, name)?.() ?? name)
  return formatList(words)
}
