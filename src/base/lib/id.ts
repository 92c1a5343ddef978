import { randomUUIDv7 } from 'node:crypto'

/** A new id: UUID version 7 (RFC 9562), which sorts by creation time. */
export const newId = (): string => randomUUIDv7()
