import { librarySettings } from '#base/db/library-settings.server.ts'
import { createError } from '#base/errors/create-error.server.ts'

/** VALIDATION_ERROR for a user without an address while the library gives no sign-in cards, by which alone they could come in. */
export async function requireCards(): Promise<void> {
  if (!(await librarySettings()).signInCards)
    throw createError('VALIDATION_ERROR', { fields: { email: { key: 'email_required' } } })
}

/** VALIDATION_ERROR for a user who has neither an address nor a name, and could not be told from others. */
export function requireName(name: string): void {
  if (name === '') throw createError('VALIDATION_ERROR', { fields: { name: { key: 'name_required_no_address' } } })
}
