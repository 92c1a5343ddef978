import * as z from 'zod/mini'
import { callAuth } from '#auth/better-auth/call-auth.server.ts'
import { emailSchema } from '#auth/credentials.schema.ts'
import { nameSchema } from '#auth/name.schema.ts'
import { AppError } from '#errors/app-error.ts'
import { createError } from '#errors/create-error.server.ts'
import { storeLibrarySettings } from '#db/library-settings.server.ts'
import { removeSamples } from '#db/seed/samples.server.ts'
import { env } from '#env/env.server.ts'
import { inForce } from '#env/in-force.server.ts'
import { requestContext } from '#lib/http/request-context.server.ts'
import { valid } from '../login.server.ts'
import { librarySettingsSchema } from '#features/settings/settings-list.schema.ts'
import { logDecisions } from '#features/settings/shared/library-change.server.ts'
import { answerForm, seeOther, type ShowAgain } from '#rpc/answer-form.server.ts'

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
    async ({ proof = '', name = '', email = '', library = '', code = '', lending, samples }) => {
      const browser = { cookies: request.headers.get('cookie'), userAgent: request.headers.get('user-agent') }
      const chosen = valid(setupSchema, { name, email, library: library.trim() || null })
      // First: it lets one request through, and no other.
      const made = await callAuth(
        '/sign-in/setup',
        { proof, name: chosen.name, email: chosen.email, code },
        browser,
      ).catch(atCode)
      const changed = await storeLibrarySettings({
        name: chosen.library,
        lending: lending === 'on',
        timeZone: zoneOfBrowser(),
      })
      const { id } = madeSchema.parse(made).user
      if (changed) logDecisions(changed, { userId: id, actorId: id })
      if (samples !== 'on') await removeSamples()
      return seeOther('/setup')
    },
  )

/** Says at its field that the code is missing or wrong. */
function atCode(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'SETUP_CODE') throw error
  throw createError('VALIDATION_ERROR', {
    fields: { code: { key: 'in_words', params: { sentence: error.message } } },
  })
}
