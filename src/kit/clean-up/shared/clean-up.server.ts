import { lt, sql } from 'drizzle-orm'
import { KNOWN_BROWSER_SECONDS } from '#base/auth/session/known-browser.server.ts'
import { LONGEST_WINDOW_SECONDS } from '#base/auth/limits/rate-limits.server.ts'
import { defineJob } from '#base/db/background.server.ts'
import { followClock } from '#base/db/clock/believed-clock.server.ts'
import { isOlder } from '#base/db/clock/counted-from.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { purgeRows } from '#base/db/deleted-rows.server.ts'
import { apiKey } from '#base/db/tables/api-key.ts'
import { idempotencyKey } from '#base/db/tables/idempotency-key.ts'
import { librarySettingChange } from '#base/db/tables/library-setting.ts'
import { limitHit } from '#base/db/tables/limit-hit.ts'
import { securityEvent } from '#base/db/tables/security-event.ts'
import { signInCard } from '#base/db/tables/sign-in-card.ts'
import { forgottenBrowser, signInNotice } from '#base/db/tables/sign-in-notice.ts'
import { bannedSession, session, verification } from '#base/db/tables/user.ts'
import { verificationCode } from '#base/db/tables/verification-code.ts'
import { inForce } from '#base/env/in-force.server.ts'
import { now } from '#base/lib/clock.ts'
import { observeJob } from '#base/lib/telemetry.server.ts'
import { RESPONSE_LIFETIME } from '#base/rest/idempotency-store.server.ts'
import { serverSlices, type CleanUp } from '#kit/slice.server.ts'

const HOUR = 3_600_000
/** Milliseconds that an expired code is told apart from a wrong one. */
const EXPIRED_CODE = HOUR
/** Milliseconds that an expired key stays visible to its owner. */
const EXPIRED_KEY = 30 * 24 * HOUR
/** Milliseconds for which a change of what the library decides can be taken back. */
const SETTING_CHANGE = 24 * HOUR

const before = (milliseconds: number): Date => new Date(now().getTime() - milliseconds)

/** Deletions from tables that belong to no slice. */
const OWN: readonly CleanUp[] = [
  () => db.delete(session).where(lt(session.expiresAt, before(0))),
  () => db.delete(bannedSession).where(lt(bannedSession.expiresAt, before(0))),
  () => db.delete(verification).where(lt(verification.expiresAt, before(EXPIRED_CODE))),
  () => db.delete(verificationCode).where(lt(verificationCode.expiresAt, before(EXPIRED_CODE))),
  () => db.delete(apiKey).where(isOlder(apiKey.expiresAt, before(EXPIRED_KEY))),
  () => db.delete(idempotencyKey).where(isOlder(idempotencyKey.createdAt, before(RESPONSE_LIFETIME))),
  () => db.delete(signInNotice).where(lt(signInNotice.expiresAt, before(0))),
  () => db.delete(forgottenBrowser).where(lt(forgottenBrowser.at, before(KNOWN_BROWSER_SECONDS * 1000))),
  () => db.delete(limitHit).where(lt(limitHit.at, before(LONGEST_WINDOW_SECONDS * 1000))),
  () => db.delete(librarySettingChange).where(isOlder(librarySettingChange.at, before(SETTING_CHANGE))),
  ({ logEnd }) => db.delete(securityEvent).where(isOlder(securityEvent.at, logEnd)),
  ({ logEnd }) => db.delete(signInCard).where(isOlder(signInCard.expiresAt, logEnd)),
]

/**
 * Deletes what has lasted as long as it may: what is listed above, what the slices contribute, and what was kept of deleted
 * rows. Nothing while the clock is not believed.
 */
export async function cleanUp(): Promise<void> {
  if (await followClock()) await deleteOld()
  await db.execute(sql`select public.merge_book_names()`)
}

async function deleteOld(): Promise<void> {
  const { trashDays, securityLogDays } = inForce()
  const ends = { before, trashEnd: before(trashDays * 24 * HOUR), logEnd: before(securityLogDays * 24 * HOUR) }
  const ofSlices = serverSlices().flatMap(({ cleanUps = [] }) => cleanUps)
  for (const run of [...OWN, ...ofSlices]) await run(ends)
  await purgeRows(ends.trashEnd)
}

/** Cleans up every hour, and half a minute after the start: the first readers have the processors for themselves. */
export const cleanUpJob = defineJob({
  name: 'clean-up',
  interval: HOUR,
  delay: 30_000,
  run: () => observeJob('clean-up', cleanUp),
})
