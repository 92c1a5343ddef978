import { librarySettings } from '#base/db/library-settings.server.ts'
import { rolesOf } from '#base/lib/roles-of.ts'

/** The roles of a user that count now: while the library does not lend, who helps at the desk is a user. */
export async function effectiveRole(role: string): Promise<string> {
  const roles = rolesOf(role)
  if (!roles.includes('desk') || (await librarySettings()).lending) return role
  return [...new Set(roles.map((one) => (one === 'desk' ? 'user' : one)))].join(',')
}
