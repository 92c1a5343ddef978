import { now } from '#base/lib/clock.ts'
import { isoDay } from '#base/lib/day-start.ts'
import { inForce } from './in-force.server.ts'

/** The day in the library, whatever the time zone of who asks. */
export const libraryDay = (at: Date = now()): string => isoDay(at, inForce().timeZone)
