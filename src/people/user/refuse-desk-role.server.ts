import { librarySettings } from '#base/db/library-settings.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { rolesOf } from '#base/lib/roles-of.ts'

const isOfDesk = (role: string): boolean => rolesOf(role).includes('desk')

/** VALIDATION_ERROR for who is to help at the desk while the library does not lend. Who had the role may keep it. */
export async function refuseDeskRole(role: string, former = ''): Promise<void> {
  if (!isOfDesk(role) || isOfDesk(former) || (await librarySettings()).lending) return
  throw createError('VALIDATION_ERROR', { fields: { role: { key: 'role_needs_lending' } } })
}
