import * as z from 'zod/mini'
import { callAuth } from '#auth/better-auth/call-auth.server.ts'
import { emailSchema } from '#auth/credentials.schema.ts'
import { nameSchema } from '#auth/name.schema.ts'
import { storeLibrarySettings } from '#db/library-settings.server.ts'
import { removeSamples } from '#db/seed/samples.server.ts'
import { valid } from '../login.server.ts'
import { librarySettingsSchema } from '#features/settings/settings-list.schema.ts'
import { answerForm, seeOther, type ShowAgain } from '#rpc/answer-form.server.ts'

const setupSchema = z.object({ name: nameSchema, email: emailSchema, library: librarySettingsSchema.shape.name })

/** Handles the form of the set-up: makes the first manager, who is signed in, and keeps what else was chosen. */
export const postSetup = <T>(request: Request, showAgain: ShowAgain<T>): Promise<Response | T> =>
  answerForm(request, showAgain, async ({ proof = '', name = '', email = '', library = '', lending, samples }) => {
    const browser = { cookies: request.headers.get('cookie'), userAgent: request.headers.get('user-agent') }
    const chosen = valid(setupSchema, { name, email, library: library.trim() || null })
    // First: it lets one request through, and no other.
    await callAuth('/sign-in/setup', { proof, name: chosen.name, email: chosen.email }, browser)
    await storeLibrarySettings({ name: chosen.library, lending: lending === 'on' })
    if (samples !== 'on') await removeSamples()
    return seeOther('/setup')
  })
