import * as z from 'zod/mini'
import { problemKey } from '#base/i18n/issue-message.ts'
import { codeSchema, emailSchema } from '#base/auth/credentials.schema.ts'
import { nameSchema } from '#base/auth/name.schema.ts'

export const onboardingSchema = z.object({ name: nameSchema })

export const askEmailChangeSchema = z.object({ newEmail: emailSchema })
export const changeEmailSchema = z.object({ newEmail: emailSchema, code: codeSchema })

/** Validates a new address: it must differ from the current one. */
export const otherEmailSchema = (own: string | null) =>
  z.object({ email: emailSchema.check(z.refine((email) => email !== own, { error: problemKey('email_same') })) })
