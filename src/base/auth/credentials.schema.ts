import * as z from 'zod/mini'
import { problemKey, required } from '#base/i18n/issue-message.ts'
import { withAsciiDomain } from '#base/lib/ascii-domain.ts'
import { isPlaceholder } from '#base/lib/no-address.ts'
import { codeDigits } from '#base/lib/search/digits.ts'

// zod's pattern, extended by internationalised top-level domains in their ASCII form, such as `xn--p1ai`.
const EMAIL =
  /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+([A-Za-z]{2,}|xn--[A-Za-z0-9-]+)$/

/** Invisible characters that come along when a text is pasted. Zero-width joiners stay: a domain name may need them. */
const INVISIBLE = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g

/** An address without invisible signs and the point of a sentence, its full-width letters as ASCII. */
const asTyped = (address: string): string =>
  address
    .replace(INVISIBLE, '')
    .replace(/[\uFF01-\uFF5E]/g, (sign) => sign.normalize('NFKC'))
    .trim()
    .replace(/\.$/, '')

/**
 * The address for which a sign-in code is asked: trimmed, lower-cased, its domain in ASCII, at most 254 characters
 * (RFC 5321). Takes the placeholder of users without an address too, so that the answer does not tell it from an unknown
 * address. Messages are keys of messages/.
 */
export const signInEmailSchema = z.pipe(
  z.pipe(
    z.string(required('email_required')),
    z.transform((value: string) => withAsciiDomain(asTyped(value).toLowerCase())),
  ),
  z
    .string()
    .check(
      z.minLength(1, { error: problemKey('email_required'), abort: true }),
      z.maxLength(254, { error: problemKey('email_invalid'), abort: true }),
      z.email({ error: problemKey('email_invalid'), pattern: EMAIL }),
    ),
)

/** The email address of a user, read as `signInEmailSchema` does. Refuses the placeholder of users without one. */
export const emailSchema = signInEmailSchema.check(
  z.refine((email) => !isPlaceholder(email), { error: problemKey('email_invalid') }),
)

/** Minutes that a code is valid. */
export const CODE_MINUTES = 10

/** Wrong tries at one code. */
export const CODE_ATTEMPTS = 5

/** A one-time code of six digits, as people type and paste it. */
export const codeSchema = z.pipe(
  z.pipe(
    z.string(required('code_required')).check(z.maxLength(100, { error: problemKey('code_invalid'), abort: true })),
    z.transform(codeDigits),
  ),
  z
    .string()
    .check(
      z.minLength(1, { error: problemKey('code_required'), abort: true }),
      z.length(6, { error: problemKey('code_length'), abort: true }),
      z.regex(/^\d{6}$/, { error: problemKey('code_invalid') }),
    ),
)
