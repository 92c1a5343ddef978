import * as z from 'zod/mini'
import { consumeLimits } from '#base/auth/limits/rate-limits.server.ts'
import { recordSecurityEvent } from '#base/auth/security/security-log.server.ts'
import { requireReauthentication } from '#base/auth/session/reauthentication.server.ts'
import { env } from '#base/env/env.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { updateRequestSchema } from '#base/lib/package-update.schema.ts'
import { PACKAGE_LIMIT } from '#base/lib/stored-upload.ts'
import { documentProblems } from '#base/openapi/document-problems.server.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { fetchPackage, NoAnnouncementError, readAnnouncement, type Announcement } from './announcement.server.ts'
import { beginUpdate, keepPackage, updateStatus } from './update-package.server.ts'
import { announcementAnswerSchema, updateStatusSchema } from './update.schema.ts'

/** The version that runs, and how the last update went. */
const status = procedure('settings:read')
  .output(updateStatusSchema)
  .handler(() => updateStatus())

/** How often UPDATE_URL is asked, and how many packages are taken, from all managers together. */
const QUESTIONS = { max: 30, seconds: 3600 }
const PACKAGES = { max: 10, seconds: 3600 }

/** Asks UPDATE_URL for the newest version. NOT_FOUND without the variable, TOO_MANY_REQUESTS. */
const look = procedure('settings:update', { takenBack: 'nothing' })
  .output(announcementAnswerSchema)
  .handler(async () => {
    const [answer] = await askAddress()
    if (answer instanceof NoAnnouncementError) return { announced: null, problem: answer.message }
    const { version, isNewer, packageUrl } = answer
    return { announced: { version, isNewer, hasPackage: packageUrl !== undefined }, problem: null }
  })

async function askAddress(): Promise<[Announcement | NoAnnouncementError, string]> {
  const { updateUrl } = env()
  if (updateUrl === undefined) throw createError('NOT_FOUND')
  await consumeLimits([{ key: 'update:questions', windows: [QUESTIONS] }])
  const answer = await readAnnouncement(updateUrl).catch((error: unknown) => {
    if (error instanceof NoAnnouncementError) return error
    throw error
  })
  return [answer, updateUrl]
}

/** Milliseconds that a package may take to arrive, on a poor line. */
const PATIENCE = 30 * 60_000

/** Gets the package that UPDATE_URL announces, and keeps it for the installation. FILE_REFUSED, NOT_FOUND, UPDATE_RUNNING. */
const fetch = procedure('settings:update', { takenBack: 'nothing', isMyself: true })
  .output(updateStatusSchema)
  .handler(async () => {
    const [answer, updateUrl] = await askAddress()
    if (answer instanceof NoAnnouncementError) throw createError('FILE_REFUSED', { sentence: answer.message })
    if (!answer.packageUrl) throw createError('NOT_FOUND')
    await consumeLimits([{ key: 'update:packages', windows: [PACKAGES] }])
    const bytes = fetchPackage(answer.packageUrl, updateUrl, PACKAGE_LIMIT, PATIENCE)
    await keepPackage(bytes).catch((error: unknown) => {
      throw error instanceof NoAnnouncementError ? createError('FILE_REFUSED', { sentence: error.message }) : error
    })
    return updateStatus()
  })

/** Keeps a package that is sent for the installation. FILE_REFUSED, NOT_FOUND where packages are not installed, UPDATE_RUNNING. */
const send = procedure('settings:update', { takenBack: 'nothing', isMyself: true, streamLimit: PACKAGE_LIMIT })
  .route({
    method: 'POST',
    path: '/updates',
    operationId: 'sendUpdate',
    summary: 'Send a newer version',
    description:
      'The body is a Debian package of Maktaba, newer than the one that runs and signed by its makers. It is installed when a manager says so on the page of updates. Only for a session, never for an API key.',
    successDescription: 'The package can be installed.',
    tags: ['Settings'],
    successStatus: 201,
    spec: documentProblems('FILE_REFUSED', 'NOT_FOUND', 'UPDATE_RUNNING', 'TOO_MANY_REQUESTS'),
  })
  .output(z.void())
  .handler(async ({ context: { stream } }) => {
    if (!stream) throw createError('VALIDATION_ERROR', { fields: { file: { key: 'validation_required' } } })
    await consumeLimits([{ key: 'update:packages', windows: [PACKAGES] }])
    await keepPackage(stream)
  })

/**
 * Begins to install the package that was sent, or to go back. SESSION_EXPIRED unless reauthenticated in the last ten
 * minutes; NOT_FOUND, UPDATE_RUNNING.
 */
const begin = procedure('settings:update', { takenBack: 'again', isMyself: true })
  .input(updateRequestSchema)
  .output(z.void())
  .handler(async ({ input, context: { session } }) => {
    requireReauthentication(session)
    const version = await beginUpdate(input.action)
    recordSecurityEvent('update_begun', { userId: session.user.id, details: { version } })
  })

export const updateRouter = { status, look, fetch, send, begin }
