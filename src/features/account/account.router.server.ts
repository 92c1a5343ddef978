import { and, eq, isNull } from 'drizzle-orm'
import * as z from 'zod/mini'
import { db } from '#db/client.server.ts'
import { user } from '#db/tables/user.ts'
import { now } from '#lib/clock.ts'
import { procedure, publicProcedure } from '#rpc/procedure.server.ts'
import { meSchema, onboardingSchema } from './account.schema.ts'

/** Who is signed in; null for a visitor. */
const current = publicProcedure.output(z.nullable(meSchema)).handler(({ context }) => context.session?.user ?? null)

/** Who is signed in; UNAUTHORIZED for a visitor. */
const me = procedure('own')
  .route({ method: 'GET', path: '/me', summary: 'Who am I', tags: ['Account'] })
  .output(meSchema)
  .handler(({ context }) => context.session.user)

/** Sets the name and the time of onboarding, once. */
const onboard = procedure('onboarding')
  .input(onboardingSchema)
  .handler(async ({ input, context }) => {
    await db
      .update(user)
      .set({ name: input.name, onboardedAt: now(), updatedAt: now() })
      .where(and(eq(user.id, context.session.user.id), isNull(user.onboardedAt)))
  })

export const accountRouter = { current, me, onboard }
