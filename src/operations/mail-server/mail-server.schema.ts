import * as z from 'zod/mini'
import { emailSchema } from '#base/auth/credentials.schema.ts'
import { problemKey } from '#base/i18n/issue-message.ts'
import { plainLine, requiredLine } from '#base/lib/form/line-schema.ts'

/** Encrypted from the start, after STARTTLS, or not at all. */
const SECURITIES = ['tls', 'starttls', 'none'] as const

const HOST = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,251}[\p{L}\p{N}])?|\[?[\da-f:]+(?:\d+\.){0,3}[\da-f]*\]?)$/iu

/** Host name or address, without a protocol and a port. */
const hostSchema = /* @__PURE__ */ requiredLine(253, 'validation_required').check(
  z.toLowerCase(),
  z.regex(HOST, { error: problemKey('validation_invalid') }),
)

/** A mail server as it is written into the form. */
export const mailServerSchema = z.strictObject({
  /** The address that mails are sent from. */
  sender: emailSchema,
  host: hostSchema,
  port: z.int().check(z.minimum(1), z.maximum(65_535)),
  security: z.enum(SECURITIES),
  /** Empty where the server asks for none. */
  user: /* @__PURE__ */ plainLine(200),
  /** Null keeps the password that is stored. */
  password: z.nullable(z.string().check(z.maxLength(500))),
})
export type MailServerInput = z.infer<typeof mailServerSchema>

/** Where mails go. */
export const mailSettingSchema = z.object({
  /** The variable of the environment that decides the mail server; null where none is set. */
  variable: z.nullable(z.string()),
  /** What the library has decided. Never the password. */
  server: z.nullable(
    z.object({
      sender: z.string(),
      host: z.string(),
      port: z.int(),
      security: z.enum(SECURITIES),
      user: z.string(),
      hasPassword: z.boolean(),
    }),
  ),
})
export type MailSetting = z.infer<typeof mailSettingSchema>
