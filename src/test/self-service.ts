import { newId } from '#base/lib/id.ts'
import { moveClock } from '#base/lib/clock.ts'
import { as, Caller, type SignedInCaller } from './callers.ts'
import { cornerCookieName } from '#shelves/self-service/corner-key.server.ts'
import { cornerRouter } from '#shelves/self-service/corner.router.server.ts'
import type { CornerScanAnswer } from '#shelves/self-service/corner.schema.ts'

/** A device at which a helper, or who is named, has opened a corner. */
export async function aCorner({
  by,
  ...input
}: { by?: SignedInCaller; name?: string; returnsWithoutCard?: boolean } = {}): Promise<SignedInCaller> {
  const device = by ?? (await as('helper'))
  await device.call(cornerRouter.open, { name: 'Entrance', returnsWithoutCard: false, ...input })
  return device
}

/** Another browser with the same cookie of the corner, and no other. */
export function withKeyOf(device: Caller): Caller {
  const other = new Caller()
  other.cookies.set(cornerCookieName(), device.cookies.get(cornerCookieName()) ?? '')
  return other
}

let moved = 0

/** Lets time pass for the server. */
export const pass = (milliseconds: number): void => moveClock((moved += milliseconds))

/** Scans, four seconds after whatever was before: two scans are no stutter. */
export function scan(device: Caller, code: string, actId = newId()): Promise<CornerScanAnswer> {
  pass(4000)
  return device.call(cornerRouter.scan, { actId, code })
}
