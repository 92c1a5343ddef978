import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BASE_ERROR_CODES } from '@better-auth/core/error'
import { passkey } from '@better-auth/passkey'
import { admin, captcha, emailOTP, genericOAuth, organization } from 'better-auth/plugins'
import { describe, expect, test } from 'vitest'
import { locales } from '#base/i18n/locale.ts'
import { withLocale } from '#base/i18n/request-locale.server.ts'
import '#slices.server.ts'
import { errorCodes } from './codes.server.ts'
import { foreignError, sentenceOf } from './create-error.server.ts'
import { FOREIGN_CODES } from './foreign-codes.server.ts'

const words = (list: string): string[] => list.trim().split(/\s+/)
const distinct = (codes: string[]): string[] => [...new Set(codes)].toSorted()
const without = (codes: string[]): string[] => codes.filter((code) => sentenceOf(code) === undefined)

/** All matches of a pattern's first group in the files of a folder. */
const found = (pattern: RegExp, folder: string, globs: string | string[], but?: RegExp): string[] =>
  distinct(
    globSync(globs, { cwd: folder })
      .filter((path) => !but?.test(path))
      .flatMap((path) => [...readFileSync(join(folder, path), 'utf8').matchAll(pattern)].map(([, code = '']) => code)),
  )

// Section 8 of the specification, by name; the permission and organization codes that it sums up come from the package.
const SPECIFIED = words(`
  USER_NOT_FOUND FAILED_TO_CREATE_USER FAILED_TO_CREATE_SESSION FAILED_TO_UPDATE_USER FAILED_TO_GET_SESSION
  INVALID_PASSWORD INVALID_EMAIL INVALID_EMAIL_OR_PASSWORD SOCIAL_ACCOUNT_ALREADY_LINKED PROVIDER_NOT_FOUND
  INVALID_TOKEN ID_TOKEN_NOT_SUPPORTED FAILED_TO_GET_USER_INFO USER_EMAIL_NOT_FOUND EMAIL_NOT_VERIFIED
  PASSWORD_TOO_SHORT PASSWORD_TOO_LONG USER_ALREADY_EXISTS EMAIL_CAN_NOT_BE_UPDATED CREDENTIAL_ACCOUNT_NOT_FOUND
  SESSION_EXPIRED FAILED_TO_UNLINK_LAST_ACCOUNT ACCOUNT_NOT_FOUND OTP_EXPIRED INVALID_OTP YOU_CANNOT_BAN_YOURSELF
  BANNED_USER MISSING_RESPONSE SERVICE_UNAVAILABLE VERIFICATION_FAILED UNKNOWN_ERROR
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER signup_disabled access_denied unknown_error`)

// Other codes seen in responses, and those of `/login/error`.
const SEEN = words(`
  TOO_MANY_ATTEMPTS USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL YOU_CANNOT_REMOVE_YOURSELF YOU_ARE_NOT_ALLOWED_TO_GET_USER
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_USERS YOU_ARE_NOT_ALLOWED_TO_SET_USERS_EMAIL
  YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE YOU_CANNOT_IMPERSONATE_ADMINS INVALID_ROLE_TYPE NO_DATA_TO_UPDATE
  FIELD_NOT_ALLOWED SESSION_NOT_FRESH INVALID_ORIGIN MISSING_OR_NULL_ORIGIN INVALID_CALLBACK_URL VALIDATION_ERROR
  UNAUTHORIZED EMAIL_PASSWORD_DISABLED TOO_MANY_REQUESTS account_not_linked email_not_found state_mismatch
  state_not_found`)

const OURS = words(`
  NETWORK NEW_BUILD FILE_LOST NOT_FOUND FORBIDDEN NOT_ONBOARDED CONFLICT BOOK_TAKEN GENRE_TAKEN EMAIL_TAKEN MAIL_NOT_SENT
  CONTENT_TOO_LARGE UNSUPPORTED_MEDIA_TYPE MISDIRECTED_REQUEST METHOD_NOT_SUPPORTED DEMO_MODE LAST_ADMIN
  SIGNUP_DISABLED PRECONDITION_FAILED PRECONDITION_REQUIRED IMPERSONATING PROVIDER_UNAVAILABLE
  ACTION_NOT_ALLOWED RESOURCE_NOT_ALLOWED YOU_CANNOT_DEMOTE_YOURSELF YOU_CANNOT_CHANGE_YOUR_EMAIL_HERE
  CANNOT_INVITE_BANNED CANNOT_IMPERSONATE_BANNED NOT_IMPERSONATING`)

// The plugins in use, and that of the organizations, whose codes the specification names. None is enabled here.
const PLUGINS = {
  emailOTP: emailOTP({ sendVerificationOTP: async () => undefined }),
  admin: admin(),
  genericOAuth: genericOAuth({ config: [] }),
  passkey: passkey(),
  captcha: captcha({ provider: 'hcaptcha', secretKey: 'none' }),
  organization: organization(),
}
const declared: Record<string, string[]> = {
  'better-auth itself': Object.keys(BASE_ERROR_CODES),
  ...Object.fromEntries(
    Object.entries(PLUGINS).map(([name, { $ERROR_CODES }]) => [`its plugin ${name}`, Object.keys($ERROR_CODES)]),
  ),
}

const installed = dirname(fileURLToPath(import.meta.resolve('better-auth')))
const PARTS = ['api', 'oauth2', ...Object.keys(PLUGINS).map((name) => `plugins/${dashed(name)}`)]
function dashed(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()
}
/** Codes that the package's sources use without listing them. */
const inPlace = found(
  /\bcode: "([A-Z][A-Z_]{3,})"/g,
  installed,
  PARTS.map((part) => `${part}/**/*.mjs`),
)
/** Where a sign-in by provider may end: `/login/error?error=…`. */
const redirected = [
  ...found(/^\t[A-Z_]+: "([a-z_]+)",?$/gm, installed, 'oauth2/errors.mjs'),
  ...found(/code: "([a-z_]+)"/g, installed, 'state.mjs'),
]
describe('every error code', () => {
  test.each(Object.keys(declared))('of %s has words', (name) => {
    expect(declared[name]?.length).toBeGreaterThanOrEqual(2)
    expect(without(declared[name] ?? [])).toEqual([])
  })

  test('that better-auth writes in place has words', () => {
    expect(inPlace.length).toBeGreaterThanOrEqual(15)
    expect(without(inPlace)).toEqual([])
  })

  test('with which a sign-in by provider can come back has words', () => {
    expect(redirected.length).toBeGreaterThanOrEqual(15)
    expect(without(redirected)).toEqual([])
  })

  test('of the specification and of the flows has words', () => {
    expect(without([...SPECIFIED, ...SEEN, ...OURS])).toEqual([])
  })

  const all = distinct([
    ...Object.values(declared).flat(),
    ...[inPlace, redirected, errorCodes(), Object.keys(FOREIGN_CODES), SPECIFIED, SEEN, OURS].flat(),
  ])
  test('speaks four languages, and none of them is English but English', () => {
    expect(all.length).toBeGreaterThanOrEqual(190)
    const [general] = inAll('UNKNOWN_ERROR')
    for (const code of all) {
      const said = inAll(code)
      expect([code, said.filter((text) => text.trim() === '')]).toEqual([code, []])
      expect([code, new Set(said).size]).toEqual([code, locales.length])
      if (!['UNKNOWN_ERROR', 'INTERNAL_SERVER_ERROR'].includes(code))
        expect([code, said[0]]).not.toEqual([code, general])
    }
  })

  function inAll(code: string): string[] {
    return locales.map((locale) => withLocale(locale, () => sentenceOf(code) ?? ''))
  }
})

// The specification's own sentences, word for word.
test.each([
  ['SESSION_EXPIRED', 'Session expired. Re-authenticate to perform this action.'],
  ['FAILED_TO_UNLINK_LAST_ACCOUNT', "You can't unlink your last account"],
  ['BANNED_USER', 'You have been banned from this application'],
  ['YOU_CANNOT_BAN_YOURSELF', 'You cannot ban yourself'],
  ['DEMO_MODE', 'This is a read-only demo, this action is disabled.'],
  ['FORBIDDEN', 'Not authorized'],
  ['NOT_FOUND', 'Not Found'],
  ['UNKNOWN_ERROR', 'Something went wrong'],
  ['INVALID_EMAIL', 'Email is invalid'],
  ['USER_ALREADY_EXISTS', 'Email already used'],
  ['EMAIL_TAKEN', 'Email already used'],
  ['GENRE_TAKEN', 'Genre already exists'],
  ['BOOK_TAKEN', 'A book by this author already exist'],
  ['SIGNUP_DISABLED', 'You need an account to login'],
  ['signup_disabled', 'You need an account to login'],
  ['access_denied', 'Not able to login, please try again'],
  ['unknown_error', 'Failed to login, please try again'],
])('%s says "%s"', (code, sentence) => {
  expect(withLocale('en', () => sentenceOf(code))).toBe(sentence)
})

test('no code is in both tables', () => {
  expect(errorCodes().filter((code) => code in FOREIGN_CODES)).toEqual([])
})

describe('an error of better-auth', () => {
  const saying = (code: string) => foreignError(code, 400).message

  test('has the sentence of its code, in the current language', () => {
    expect(saying('INVALID_OTP')).toBe('This code is not correct. Check it and try again.')
    expect(withLocale('sw', () => saying('YOU_CANNOT_BAN_YOURSELF'))).toBe('Huwezi kujizuia mwenyewe')
    expect(withLocale('fr', () => saying('TEAM_NOT_FOUND'))).toBe('Cette équipe est introuvable')
  })

  test.each(['NONSENSE', '', 'constructor', '__proto__', 'toString', 'hasOwnProperty', 'error_NETWORK'])(
    'with the code "%s" says that something went wrong',
    (code) => {
      expect(saying(code)).toBe('Something went wrong')
      expect(withLocale('fr', () => saying(code))).toBe('Un problème est survenu')
    },
  )
})
