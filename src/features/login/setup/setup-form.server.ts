import * as z from 'zod/mini'
import { callAuth } from '#auth/better-auth/call-auth.server.ts'
import { emailSchema } from '#auth/credentials.schema.ts'
import { nameSchema } from '#auth/name.schema.ts'
import { storeLibrarySettings } from '#db/library-settings.server.ts'
import { removeSamples } from '#db/seed/samples.server.ts'
import { valid } from '../login.server.ts'
import { librarySettingsSchema } from '#features/settings/settings-list.schema.ts'
import { logDecisions } from '#features/settings/shared/library-change.server.ts'
import { answerForm, seeOther, type ShowAgain } from '#rpc/answer-form.server.ts'

const setupSchema = z.object({ name: nameSchema, email: emailSchema, library: librarySettingsSchema.shape.name })

const madeSchema = z.object({ user: z.object({ id: z.string() }) })

/** Handles the form of the set-up: makes the first manager, who is signed in, and keeps what else was chosen. */
export const postSetup = <T>(request: Request, showAgain: ShowAgain<T>): Promise<Response | T> =>
  answerForm(request, showAgain, async ({ proof = '', name = '', email = '', library = '', lending, samples }) => {
    const browser = { cookies: request.headers.get('cookie'), userAgent: request.headers.get('user-agent') }
    const chosen = valid(setupSchema, { name, email, library: library.trim() || null })
    // First: it lets one request through, and no other.
    const made = await callAuth('/sign-in/setup', { proof, name: chosen.name, email: chosen.email }, browser)
    const changed = await storeLibrarySettings({ name: chosen.library, lending: lending === 'on' })
    const { id } = madeSchema.parse(made).user
    if (changed) logDecisions(changed, { userId: id, actorId: id })
    if (samples !== 'on') await removeSamples()
    return seeOther('/setup')
  })
