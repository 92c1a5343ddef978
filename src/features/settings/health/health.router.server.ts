import { consumeLimits } from '#auth/limits/rate-limits.server.ts'
import { recordExport } from '#auth/security/security-log.server.ts'
import { env } from '#env/env.server.ts'
import { createError } from '#errors/create-error.server.ts'
import { now } from '#lib/clock.ts'
import { isoDay } from '#lib/day-start.ts'
import { fileResponse } from '#lib/http/file-response.server.ts'
import { requestContext } from '#lib/http/request-context.server.ts'
import { documentFile, documentProblems } from '#openapi/document-problems.server.ts'
import { procedure } from '#rpc/procedure.server.ts'
import { examineLibrary } from './examine-library.server.ts'
import { healthSchema } from './health.schema.ts'
import { writeHelpReport } from './help-report.server.ts'

/** What is wrong or unwise about the library and its server, what is wrong first. */
const examine = procedure('settings:read')
  .output(healthSchema)
  // In the demo anybody may ask, and it tells of the machine.
  .handler(() => (env().isDemo ? { at: now(), findings: null } : examineLibrary()))

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

export const healthRouter = { examine, saveReport }
