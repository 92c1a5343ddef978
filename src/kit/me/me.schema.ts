import * as z from 'zod/mini'
import { withDescription, withSchemaName } from '#base/lib/schema-meta.ts'

/** The current user's fields for the browser: no token, no data of others. */
export const meSchema = withSchemaName(
  'Me',
  'Who is calling.',
  z.object({
    id: withDescription(z.uuid(), 'Id of the user.', '01a1fc5f-3ab8-7b10-a1c2-3d4e5f607182'),
    name: withDescription(z.string(), 'Name of the user.', 'Amina Khamis', { maxLength: 100 }),
    email: withDescription(
      z.nullable(z.string()),
      'Address of the user; null for a user without one.',
      'amina@example.org',
      { format: 'email', maxLength: 254 },
    ),
    emailVerified: withDescription(z.boolean(), 'The address was proven.', true),
    role: withDescription(z.string(), 'Roles of the user, with commas between them.', 'admin'),
    onboardedAt: withDescription(z.nullable(z.date()), 'When the name was given.', '2026-11-02T08:15:30.000Z'),
    isImpersonated: withDescription(z.boolean(), 'Whether a manager impersonates this user in this session.', false),
  }),
)
/** The current user, and of this session whether manager permissions wait for a passkey, and whether it came by a sign-in card. */
export const currentUserSchema = z.extend(meSchema, { needsPasskey: z.boolean(), cameByCard: z.boolean() })
export type Me = z.infer<typeof currentUserSchema>
