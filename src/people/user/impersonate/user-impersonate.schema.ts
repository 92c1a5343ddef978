import * as z from 'zod/mini'
import { problemKey } from '#base/i18n/issue-message.ts'
import { withDescription, withSchemaName } from '#base/lib/schema-meta.ts'
import { reasonSchema } from './user-reason.schema.ts'
import { userIdSchema } from '#base/auth/user-id.schema.ts'

/** Who is to be impersonated, and why: the user reads the reason. */
export const impersonationSchema = withSchemaName(
  'Impersonation',
  'Why somebody acts as a user.',
  z.extend(userIdSchema, {
    reason: withDescription(
      reasonSchema.check(z.minLength(1, { error: problemKey('validation_required') })),
      'Why, for the person to read.',
      'Asked for help with a list',
    ),
  }),
)
