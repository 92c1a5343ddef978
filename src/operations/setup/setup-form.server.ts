import * as z from 'zod/mini'
import { callAuth } from '#base/auth/better-auth/call-auth.server.ts'
import { emailSchema } from '#base/auth/credentials.schema.ts'
import { nameSchema } from '#base/auth/name.schema.ts'
import { AppError } from '#base/errors/app-error.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { dropRestoreState } from '#base/db/backup/restore-state.server.ts'
import { canLend, storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { removeSamples } from '#base/db/seed/samples.server.ts'
import { env } from '#base/env/env.server.ts'
import { inForce } from '#base/env/in-force.server.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { validForm } from '#base/rpc/valid-form.server.ts'
import { librarySettingsSchema } from '#kit/library-settings/library-settings.schema.ts'
import { logDecisions } from '#kit/library-settings/shared/library-change.server.ts'
import { answerForm, seeOther, type ShowAgain } from '#base/rpc/answer-form.server.ts'

const setupSchema = z.object({ name: nameSchema, email: emailSchema, library: librarySettingsSchema.shape.name })

/** The time zone of the browser at which the library is set up, for its days and its night; undefined where it is not known. */
function zoneOfBrowser(): string | undefined {
  const { timeZone } = requestContext()
  return timeZone === inForce().timeZone || env().library.timeZone !== undefined ? undefined : timeZone
}

const madeSchema = z.object({ user: z.object({ id: z.string() }) })

/** Handles the form of the set-up: makes the first manager, who is signed in, and keeps what else was chosen. */
export const postSetup = <T>(request: Request, showAgain: ShowAgain<T>): Promise<Response | T> =>
  answerForm(
    request,
    showAgain,
    async ({ proof = '', name = '', email = '', library = '', code = '', lending, samples, restored }) => {
      const browser = { cookies: request.headers.get('cookie'), userAgent: request.headers.get('user-agent') }
      const chosen = validForm(setupSchema, { name, email, library: library.trim() || null })
      // First: it lets one request through, and no other.
      const made = await callAuth(
        '/sign-in/setup',
        { proof, name: chosen.name, email: chosen.email, code },
        browser,
      ).catch(atCode)
      // A restored library has decided what else there is.
      if (restored === 'on') {
        await dropRestoreState()
        return seeOther('/setup')
      }
      const changed = await storeLibrarySettings({
        name: chosen.library,
        lending: lending === 'on' && canLend(),
        timeZone: zoneOfBrowser(),
      })
      const { id } = madeSchema.parse(made).user
      if (changed) logDecisions(changed, { userId: id, actorId: id })
      if (samples !== 'on') await removeSamples()
      return seeOther('/setup')
    },
  )

/** Says at the field of the code that it is missing or wrong; throws any other error as it is. */
function atCode(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'SETUP_CODE') throw error
  throw createError('VALIDATION_ERROR', {
    fields: { code: { key: 'in_words', params: { sentence: error.message } } },
  })
}
