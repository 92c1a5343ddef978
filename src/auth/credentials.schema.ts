import * as z from 'zod/mini'
import { problemKey, required } from '#i18n/issue-message.ts'
import { withAsciiDomain } from '#lib/ascii-domain.ts'
import { westernDigits } from '#lib/digits.ts'

// zod's pattern, extended by internationalised top-level domains in their ASCII form, such as `xn--p1ai`.
const EMAIL =
  /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+([A-Za-z]{2,}|xn--[A-Za-z0-9-]+)$/

/**
 * An email address: trimmed, lower-cased, its domain in ASCII, at most 254 characters (RFC 5321). Messages are keys of
 * messages/.
 */
export const emailSchema = z.pipe(
  z.pipe(
    z.string(required('email_required')),
    z.transform((value: string) => withAsciiDomain(value.trim().toLowerCase())),
  ),
  z
    .string()
    .check(
      z.minLength(1, { error: problemKey('email_required'), abort: true }),
      z.maxLength(254, { error: problemKey('email_invalid'), abort: true }),
      z.email({ error: problemKey('email_invalid'), pattern: EMAIL }),
    ),
)

/** Minutes that a code is valid. */
export const CODE_MINUTES = 10

/** A one-time code of six digits. Drops spaces and dashes and converts Arabic digits, as people type them. */
export const codeSchema = z.pipe(
  z.pipe(
    z.string(required('code_required')).check(z.maxLength(100, { error: problemKey('code_invalid'), abort: true })),
    z.transform((value: string) => westernDigits(value).replace(/[\s\u200E\u200F\u2010-\u2015-]/g, '')),
  ),
  z
    .string()
    .check(
      z.minLength(1, { error: problemKey('code_required'), abort: true }),
      z.length(6, { error: problemKey('code_length'), abort: true }),
      z.regex(/^\d{6}$/, { error: problemKey('code_invalid') }),
    ),
)
