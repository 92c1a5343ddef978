import * as z from 'zod/mini'
import { notifyAdminsOfLoss } from '#base/auth/admin-notice.server.ts'
import { hashPhrase } from '#base/auth/recovery/recovery-phrase.server.ts'
import { sheetWords } from '#base/auth/recovery/sheet-words.server.ts'
import { recordSecurityEvent } from '#base/auth/security/security-log.server.ts'
import { requireRecentSession } from '#base/auth/session/reauthentication.server.ts'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { recovery } from '#base/db/tables/recovery.ts'
import { env } from '#base/env/env.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { losses } from '#base/mail/user-notices.server.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { readSheet } from './read-sheet.server.ts'
import { phraseSchema, sheetSchema, sheetWordsSchema } from './sheet.schema.ts'

const get = procedure('backup:read', { isMyself: true })
  .output(sheetSchema)
  .handler(() => readSheet())

function requireKeeper(session: CurrentSession): void {
  if (env().isDemo) throw createError('DEMO_MODE')
  requireRecentSession(session)
}

const record = ({ user }: CurrentSession, what: string): void =>
  recordSecurityEvent('recovery', { userId: user.id, details: { what } })

/** The eight words, which are made at the first time. SESSION_EXPIRED unless reauthenticated in the last ten minutes. */
const words = procedure('backup:create', { takenBack: 'nothing', isMyself: true })
  .output(sheetWordsSchema)
  .handler(async ({ context: { session } }) => {
    requireKeeper(session)
    const shown = await sheetWords()
    record(session, 'shown')
    return { words: shown }
  })

/** Makes new words, for the backups from now on. SESSION_EXPIRED as for `words`. */
const renew = procedure('backup:create', { takenBack: 'again', isMyself: true })
  .output(sheetWordsSchema)
  .handler(async ({ context: { session } }) => {
    requireKeeper(session)
    const made = await sheetWords({ isRenewed: true })
    record(session, 'renewed')
    return { words: made }
  })

/** Sets the recovery phrase, or removes it; all admins are told. SESSION_EXPIRED as for `words`. */
const setPhrase = procedure('backup:create', { takenBack: 'again', isMyself: true })
  .input(phraseSchema)
  .output(z.void())
  .handler(async ({ input, context: { session } }) => {
    requireKeeper(session)
    const phrase = input.phrase === null ? null : await hashPhrase(input.phrase)
    await db.insert(recovery).values({ phrase }).onConflictDoUpdate({ target: recovery.id, set: { phrase } })
    record(session, phrase === null ? 'no_phrase' : 'phrase')
    notifyAdminsOfLoss(session.user, losses.phrase(phrase !== null))
  })

/** What depended on the former computer is seen to. */
const settle = procedure('backup:create', { takenBack: 'again' })
  .output(z.void())
  .handler(async () => {
    await db.update(recovery).set({ restoredAt: null })
  })

export const sheetRouter = { get, words, renew, setPhrase, settle }
