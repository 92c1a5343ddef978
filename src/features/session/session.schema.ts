import * as z from 'zod/mini'
import { userIdSchema } from '#features/user/user.schema.ts'
import { described, named } from '#lib/described.ts'
import { wholeListSchema } from '#lib/whole-list.ts'

const EXAMPLE_ID = '01a1fc5f-3ab8-7a44-8c10-5d1e2f3a4b5c'

/** A sign-in of somebody, as lists show it. The token stays on the server; `label` is a short fingerprint of it. */
export const listedSessionSchema = named(
  'Session',
  'A sign-in of a user. Its token never leaves the server.',
  z.object({
    id: described(z.uuid(), 'Id of the session.', EXAMPLE_ID),
    label: described(z.string(), 'Short fingerprint by which people tell sessions apart.', 'b7f2·90ac'),
    browser: described(z.nullable(z.string()), 'Browser; null where it is not known.', 'Firefox'),
    system: described(z.nullable(z.string()), 'Operating system; null where it is not known.', 'Linux'),
    ip: described(z.nullable(z.string()), 'Address of the sign-in; null where it is not known.', '192.0.2.17'),
    createdAt: described(z.date(), 'When it began.', '2026-11-02T08:15:30.000Z'),
    updatedAt: described(z.date(), 'When it was prolonged last.', '2026-11-03T08:15:30.000Z'),
    expiresAt: described(z.date(), 'When it ends unless it is prolonged.', '2026-12-02T08:15:30.000Z'),
    isCurrent: described(z.boolean(), 'It is the session of whoever asks.', false),
    isImpersonated: described(z.boolean(), 'A manager looks through the eyes of this user.', false),
  }),
)
export type ListedSession = z.infer<typeof listedSessionSchema>

/** One of my sessions. */
export const sessionIdSchema = z.object({ id: z.uuid() })

/** A session of a user. */
export const userSessionIdSchema = z.extend(userIdSchema, {
  sessionId: described(z.string(), 'Id of the session.', EXAMPLE_ID, { format: 'uuid' }),
})

export const userSessionsSchema = named('SessionList', 'All sessions of a user.', wholeListSchema(listedSessionSchema))
export const sessionsEndedSchema = named(
  'SessionsEnded',
  'How many sessions were ended.',
  z.object({ ended: described(z.int().check(z.minimum(0)), 'How many sessions were ended.', 3) }),
)
