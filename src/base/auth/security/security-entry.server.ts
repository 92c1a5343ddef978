import type { Logger } from 'pino'
import type { SecurityDetails } from '#base/db/tables/security-event.ts'
import type { SecurityKind } from './security-kind.schema.ts'

/** What happened, to whom. */
export interface NewSecurityEvent {
  /** The user whom the event is about. */
  userId?: string | undefined
  /** The address of that user, where the id is not known: the id is looked up, the address not stored. */
  email?: string
  /** The user who caused the event; left out where that is `userId`. */
  actorId?: string | undefined
  details?: SecurityDetails
}

/** An entry before it is written. */
export interface SecurityEntry extends NewSecurityEvent {
  kind: SecurityKind
  at: Date
  ip: string
  userAgent: string | null
  log: Logger
}
