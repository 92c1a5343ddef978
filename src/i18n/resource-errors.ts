import { lookUp } from '#lib/look-up.ts'
import { m } from './paraglide/messages.js'

// Section 6 of the specification names these resources.
const RESOURCES: Record<string, () => string> = {
  user: m.resource_user,
  session: m.resource_session,
  account: m.resource_account,
  apps: m.resource_apps,
  book: m.resource_book,
  genre: m.resource_genre,
}

const REFUSALS: Record<string, (words: { resource: string }) => string> = {
  ACTION_NOT_ALLOWED: m.error_ACTION_NOT_ALLOWED,
  RESOURCE_NOT_ALLOWED: m.error_RESOURCE_NOT_ALLOWED,
  // Names a permission, `book:read`, as it is called in the API.
  SCOPE_MISSING: m.error_SCOPE_MISSING,
}

/** The sentence for a refusal that names its resource, in the language at hand; nothing for any other error. */
export function refusalText({ code, resource }: { code: string; resource?: string }): string | undefined {
  if (resource === undefined) return undefined
  return lookUp(REFUSALS, code)?.({ resource: lookUp(RESOURCES, resource)?.() ?? resource })
}
