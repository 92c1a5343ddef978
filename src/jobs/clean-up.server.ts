import { lt, sql } from 'drizzle-orm'
import { defineJob } from '#db/background.server.ts'
import { purgeRows } from '#db/deleted-rows.server.ts'
import { db } from '#db/connection/client.server.ts'
import { apiKey } from '#db/tables/api-key.ts'
import { idempotencyKey } from '#db/tables/idempotency-key.ts'
import { limitHit } from '#db/tables/limit-hit.ts'
import { librarySettingChange } from '#db/tables/library-setting.ts'
import { lookupAnswer } from '#db/tables/lookup.ts'
import { securityEvent } from '#db/tables/security-event.ts'
import { signInCard } from '#db/tables/sign-in-card.ts'
import { forgottenBrowser, signInNotice } from '#db/tables/sign-in-notice.ts'
import { verificationCode } from '#db/tables/verification-code.ts'
import { bannedSession, session, verification } from '#db/tables/user.ts'
import { inForce } from '#env/in-force.server.ts'
import { now } from '#lib/clock.ts'
import { observeJob } from '#lib/telemetry.server.ts'
import { purgeBooks } from '#features/book/trash/book-trash.server.ts'
import { purgeBorrowers } from '#features/borrower/trash/borrower-trash.server.ts'
import { purgeUsers } from '#features/user/trash/user-trash.server.ts'
import { purgeCovers } from '#features/book/shared/cover/cover-image.server.ts'
import { discardBulkChanges } from '#features/book/bulk/bulk.server.ts'
import { discardDrafts } from '#features/import/import-drafts.server.ts'
import { ANSWER_LIFETIME } from '#features/lookup/shared/ask-source.server.ts'
import { cleanUpLoans } from '#features/loan/loan-clean-up.server.ts'
import { RESPONSE_LIFETIME } from '#rest/idempotency-store.server.ts'
import { KNOWN_BROWSER_SECONDS } from '#auth/session/known-browser.server.ts'
import { LONGEST_WINDOW_SECONDS } from '#auth/limits/rate-limits.server.ts'

const HOUR = 3_600_000
/** Milliseconds that an expired key stays visible to its owner. */
const EXPIRED_KEY = 30 * 24 * HOUR

/** Milliseconds that a form may stay open before the picture in it is saved. */
const UNUSED_COVER = 7 * 24 * HOUR

/** Milliseconds for which a change of what the library decides can be taken back. */
const SETTING_CHANGE = 24 * HOUR

const before = (milliseconds: number): Date => new Date(now().getTime() - milliseconds)

/**
 * Deletes expired data: sessions at once; codes after an hour, until when an expired code is distinguished from a wrong
 * one; API keys after 30 days; notices of sign-ins after seven, and forgotten browsers when their cookie has ended; stored API responses, changes of what the library decides, and imports and bulk changes that were not started, after a day;
 * answers of other catalogues after 30 days; acts of the desk, holds that nobody fetched, and the borrowers of returned loans by what the library has decided; pictures of covers that no book got, after seven; what is in the trash or kept to be restored after TRASH_DAYS; rate limit hits older than every window; and entries of the security log,
 * and sign-in cards after their end, after SECURITY_LOG_DAYS.
 */
export async function cleanUp(): Promise<void> {
  await db.delete(session).where(lt(session.expiresAt, before(0)))
  await db.delete(bannedSession).where(lt(bannedSession.expiresAt, before(0)))
  await db.delete(verification).where(lt(verification.expiresAt, before(HOUR)))
  await db.delete(verificationCode).where(lt(verificationCode.expiresAt, before(HOUR)))
  await db.delete(apiKey).where(lt(apiKey.expiresAt, before(EXPIRED_KEY)))
  await db.delete(idempotencyKey).where(lt(idempotencyKey.createdAt, before(RESPONSE_LIFETIME)))
  await db.delete(signInNotice).where(lt(signInNotice.expiresAt, before(0)))
  await db.delete(forgottenBrowser).where(lt(forgottenBrowser.at, before(KNOWN_BROWSER_SECONDS * 1000)))
  await db.delete(limitHit).where(lt(limitHit.at, before(LONGEST_WINDOW_SECONDS * 1000)))
  await db.delete(lookupAnswer).where(lt(lookupAnswer.at, before(ANSWER_LIFETIME)))
  await db.delete(librarySettingChange).where(lt(librarySettingChange.at, before(SETTING_CHANGE)))
  const trashEnd = before(inForce().trashDays * 24 * HOUR)
  await db.transaction((tx) => purgeBooks(tx, trashEnd))
  await db.transaction((tx) => purgeUsers(tx, trashEnd))
  await db.transaction((tx) => purgeBorrowers(tx, trashEnd))
  await purgeRows(trashEnd)
  const logEnd = before(inForce().securityLogDays * 24 * HOUR)
  await db.delete(securityEvent).where(lt(securityEvent.at, logEnd))
  await db.delete(signInCard).where(lt(signInCard.expiresAt, logEnd))
  await purgeCovers(before(UNUSED_COVER))
  await cleanUpLoans()
  await discardDrafts()
  await discardBulkChanges()
  await db.execute(sql`select public.merge_book_names()`)
}

/** Cleans up every hour, and half a minute after the start: the first readers have the processors for themselves. */
export const cleanUpJob = defineJob({
  name: 'clean-up',
  interval: HOUR,
  delay: 30_000,
  run: () => observeJob('clean-up', cleanUp),
})
