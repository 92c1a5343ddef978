import type { Logger } from 'pino'
import type { SecurityDetails } from '#db/tables/security-event.ts'
import type { SecurityKind } from './security-kind.schema.ts'

/** What happened, to whom. */
export interface NewSecurityEvent {
  /** Whom it is about. */
  userId?: string | undefined
  /** The address of whom it is about, where the id is not known: it is looked up and not stored. */
  email?: string
  /** Who did it; left out where that is `userId`. */
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
