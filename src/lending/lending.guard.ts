import { notFound } from '@tanstack/react-router'
import { requirePermission } from '#base/auth/browser/guard.ts'
import type { Permission } from '#base/auth/permissions.ts'

interface LendingContext {
  person: Parameters<typeof requirePermission>[0]
  settings: { isLending: boolean }
}

/** The pages of lending, which are not there while the library does not lend. Throws FORBIDDEN without the permission. */
export function guardByLending({ person, settings }: LendingContext, permission: Permission): void {
  if (!settings.isLending) throw notFound()
  requirePermission(person, permission)
}
