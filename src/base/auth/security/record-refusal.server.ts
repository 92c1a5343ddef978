import { AppError } from '#base/errors/app-error.ts'
import type { NewSecurityEvent } from './security-entry.server.ts'
import { recordSecurityEvent } from './security-log.server.ts'

/** Counts an action against its limits; records that they refused it (TOO_MANY_REQUESTS, which it throws on). */
export async function recordRefusal<T>(event: NewSecurityEvent, consume: () => Promise<T>): Promise<T> {
  try {
    return await consume()
  } catch (error) {
    if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') recordSecurityEvent('sign_in_refused', event)
    throw error
  }
}
