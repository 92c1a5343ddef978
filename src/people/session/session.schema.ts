import * as z from 'zod/mini'
import { userIdSchema } from '#base/auth/user-id.schema.ts'
import { withDescription, withSchemaName } from '#base/lib/schema-meta.ts'
import { unpagedListSchema } from '#base/lib/list/unpaged-list.ts'

const EXAMPLE_ID = '01a1fc5f-3ab8-7a44-8c10-5d1e2f3a4b5c'

/** A session as lists show it. The token stays on the server; `label` is a short fingerprint of it. */
export const listedSessionSchema = withSchemaName(
  'Session',
  'A sign-in of a user. Its token never leaves the server.',
  z.object({
    id: withDescription(z.uuid(), 'Id of the session.', EXAMPLE_ID),
    label: withDescription(z.string(), 'Short fingerprint by which people tell sessions apart.', 'b7f2·90ac'),
    browser: withDescription(z.nullable(z.string()), 'Browser; null where it is not known.', 'Firefox'),
    system: withDescription(z.nullable(z.string()), 'Operating system; null where it is not known.', 'Linux'),
    ip: withDescription(z.nullable(z.string()), 'Address of the sign-in; null where it is not known.', '192.0.2.17'),
    createdAt: withDescription(z.date(), 'When it began.', '2026-11-02T08:15:30.000Z'),
    updatedAt: withDescription(z.date(), 'When it was prolonged last.', '2026-11-03T08:15:30.000Z'),
    expiresAt: withDescription(z.date(), 'When it ends unless it is prolonged.', '2026-12-02T08:15:30.000Z'),
    isCurrent: withDescription(z.boolean(), 'Whether it is the session of this request.', false),
    isImpersonated: withDescription(z.boolean(), 'Whether a manager impersonates this user in this session.', false),
  }),
)
export type ListedSession = z.infer<typeof listedSessionSchema>

export const sessionIdSchema = z.object({ id: z.uuid() })

export const userSessionIdSchema = z.extend(userIdSchema, {
  sessionId: withDescription(z.string(), 'Id of the session.', EXAMPLE_ID, { format: 'uuid' }),
})

export const userSessionsSchema = withSchemaName(
  'SessionList',
  'All sessions of a user.',
  unpagedListSchema(listedSessionSchema),
)
export const sessionsEndedSchema = withSchemaName(
  'SessionsEnded',
  'How many sessions were ended.',
  z.object({ ended: withDescription(z.int().check(z.minimum(0)), 'How many sessions were ended.', 3) }),
)
