import * as z from 'zod/mini'
import { now } from '#base/lib/clock.ts'
import { withDescription, withSchemaName } from '#base/lib/schema-meta.ts'
import { versionInput } from '#base/lib/list/version-input.ts'
import { reasonSchema } from '../impersonate/user-reason.schema.ts'
import { momentSchema } from '../user.schema.ts'
import { userIdSchema } from '#base/auth/user-id.schema.ts'

/** Longest ban: a later end is refused. */
const LONGEST_BAN_MS = 100 * 365 * 24 * 3_600_000

/** A user as they were read before a ban or its end; without a version as they are. */
export const banVersionSchema = z.extend(userIdSchema, { version: z.optional(versionInput('user')) })

/** A ban: the reason, which the user sees, and its end, if any. */
export const banSchema = withSchemaName(
  'Ban',
  'A ban.',
  z.extend(banVersionSchema, {
    reason: z._default(
      withDescription(reasonSchema, 'Why, for the person to read; empty where nobody says.', 'Sent advertisements'),
      '',
    ),
    until: z._default(
      withDescription(
        z.nullable(
          momentSchema.check(
            z.check(({ value, issues }) => {
              const at = now().getTime()
              const common = { origin: 'date', input: value, inclusive: true } as const
              if (value.getTime() <= at)
                issues.push({ ...common, code: 'too_small', minimum: at, message: 'validation_date_min' })
              else if (value.getTime() > at + LONGEST_BAN_MS)
                issues.push({
                  ...common,
                  code: 'too_big',
                  maximum: at + LONGEST_BAN_MS,
                  message: 'validation_date_max',
                })
            }),
          ),
        ),
        'When it ends, in the future; null for a ban that holds until it is lifted.',
        '2031-12-24T18:00:00.000Z',
      ),
      null,
    ),
  }),
)
