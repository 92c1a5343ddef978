import * as z from 'zod/mini'
import { consumeLimits } from '#base/auth/limits/rate-limits.server.ts'
import { recordExport } from '#base/auth/security/security-log.server.ts'
import { followClock } from '#base/db/clock/believed-clock.server.ts'
import { env } from '#base/env/env.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { now } from '#base/lib/clock.ts'
import { isoDay } from '#base/lib/day-start.ts'
import { fileResponse } from '#base/lib/http/file-response.server.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { documentFile, documentProblems } from '#base/openapi/document-problems.server.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { examineLibrary, forgetHealth } from './examine-library.server.ts'
import { healthSchema } from './health.schema.ts'
import { writeHelpReport } from './help-report.server.ts'

/** What is wrong or unwise about the library and its server, what is wrong first. */
const examine = procedure('settings:read')
  .output(healthSchema)
  // In the demo anybody may ask, and it tells of the machine.
  .handler(() => (env().isDemo ? { at: now(), findings: null } : examineLibrary()))

/** Says that the date of the server is right, with which deletions by age go on; the time that has passed counts for none. */
const confirmDate = procedure('settings:update', { takenBack: 'nothing' })
  .output(z.void())
  .handler(async ({ context: { session } }) => {
    await followClock({ isConfirmed: true })
    forgetHealth()
    requestContext().log.info({ actor: session.actor }, 'The date was confirmed by a manager')
  })

/** Reports that a user may save. */
const REPORTS = { max: 20, seconds: 3600 }

/** The report for help as a file. DEMO_MODE, TOO_MANY_REQUESTS. */
const saveReport = procedure('settings:read')
  .route({
    method: 'GET',
    path: '/help-report',
    operationId: 'saveHelpReport',
    summary: 'Save a report for help',
    description:
      'Versions, settings, what is wrong, and the last warnings of the log of the process that answers, as text in English. Without secrets, codes and addresses of people. Only for a session, never for an API key.',
    successDescription: 'The file.',
    tags: ['Settings'],
    spec: (operation) => documentProblems('TOO_MANY_REQUESTS', 'DEMO_MODE')(documentFile('text/plain')(operation)),
  })
  .handler(async ({ context: { session } }) => {
    if (env().isDemo) throw createError('DEMO_MODE')
    await consumeLimits([{ key: `help-report:user:${session.user.id}`, windows: [REPORTS] }])
    recordExport(session.actor, { format: 'txt', what: 'report' })
    const text = Buffer.from(await writeHelpReport())
    const day = isoDay(now(), requestContext().timeZone)
    return fileResponse(inOnePiece(text), 'text/plain; charset=utf-8', `maktaba-report-${day}.txt`)
  })

async function* inOnePiece(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

export const healthRouter = { examine, confirmDate, saveReport }
