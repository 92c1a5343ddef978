import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BASE_ERROR_CODES } from '@better-auth/core/error'
import { admin, captcha, emailOTP, genericOAuth, organization } from 'better-auth/plugins'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { AppError } from '#lib/app-error.ts'
import { projectRoot } from '#lib/project-root.server.ts'
import { catalogueText } from './error-catalogue.ts'
import { fullErrorText } from './error-text.server.ts'
import { coreText, errorText, explain } from './error-words.ts'
import { locales } from './locale.ts'
import { withLocale } from './request-locale.server.ts'

const words = (list: string): string[] => list.trim().split(/\s+/)
const distinct = (codes: string[]): string[] => [...new Set(codes)].toSorted()
const textOf = (code: string): string | undefined => coreText(code) ?? catalogueText(code)
const without = (codes: string[]): string[] => codes.filter((code) => textOf(code) === undefined)

/** Whatever a pattern's first group finds in the files of a folder. */
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

// What else the flows were seen to answer with, and where a sign-in by provider ends.
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
  CANNOT_IMPERSONATE_BANNED NOT_IMPERSONATING`)

// The plugins in use, and that of the organizations, whose codes the specification names. None is enabled here.
const PLUGINS = {
  emailOTP: emailOTP({ sendVerificationOTP: async () => undefined }),
  admin: admin(),
  genericOAuth: genericOAuth({ config: [] }),
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
/** Codes that stand in place in the package's sources, in no list. */
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
const thrown = found(
  /\bcode: '([A-Z][A-Z_]+)'/g,
  projectRoot,
  ['src/**/*.{ts,tsx}'],
  /\.test\.|src\/test\/|paraglide|\.gen\./,
)

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

  test('that Maktaba answers with has words', () => {
    expect(thrown.length).toBeGreaterThanOrEqual(12)
    expect(without(thrown)).toEqual([])
  })

  const all = distinct([
    ...Object.values(declared).flat(),
    ...[inPlace, redirected, thrown, SPECIFIED, SEEN, OURS].flat(),
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
    return locales.map((locale) => withLocale(locale, () => fullErrorText({ code })))
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
  expect(withLocale('en', () => fullErrorText({ code }))).toBe(sentence)
})

// The same text on the server and in the browser, which has nothing but the core at hand.
test('what a form without script can come back with is in the core', () => {
  const codes = words(`
    INVALID_EMAIL INVALID_OTP OTP_EXPIRED TOO_MANY_ATTEMPTS TOO_MANY_REQUESTS MAIL_NOT_SENT MISSING_RESPONSE
    VERIFICATION_FAILED SERVICE_UNAVAILABLE SIGNUP_DISABLED BANNED_USER DEMO_MODE FAILED_TO_CREATE_USER
    FAILED_TO_CREATE_SESSION INVALID_ORIGIN UNAUTHORIZED FORBIDDEN VALIDATION_ERROR UNKNOWN_ERROR`)
  expect(codes.filter((code) => coreText(code) === undefined)).toEqual([])
  expect(codes.filter((code) => errorText(code) !== fullErrorText({ code }))).toEqual([])
})

test('no code stands in the core and in the catalogue', () => {
  const codes = [...Object.values(declared).flat(), ...inPlace, ...thrown, ...SPECIFIED, ...SEEN, ...OURS]
  expect(codes.filter((code) => coreText(code) !== undefined && catalogueText(code) !== undefined)).toEqual([])
})

// Imported at once anywhere else, the catalogue would be part of every first visit.
test('only the server and the page of a failed sign-in, a file of its own, have the catalogue at hand', () => {
  const importers = globSync('src/**/*.{ts,tsx}', { cwd: projectRoot })
    .filter((path) => !/\.test\.|paraglide/.test(path))
    .filter((path) =>
      /from '.*\/(error-catalogue|catalogue-errors|organization-errors)\.ts'/.test(
        readFileSync(join(projectRoot, path), 'utf8'),
      ),
    )
  expect(importers.toSorted()).toEqual([
    'src/features/login/login-error-page.tsx',
    'src/i18n/catalogue-errors.ts',
    'src/i18n/error-catalogue.ts',
    'src/i18n/error-text.server.ts',
  ])
})

describe('explain', () => {
  const saying = (code: string) => explain(new AppError({ code, status: 400 }))
  afterEach(() => {
    vi.doUnmock('./error-catalogue.ts')
    vi.resetModules()
  })

  test('answers from the core and from the catalogue, in the language at hand', async () => {
    expect(await saying('INVALID_OTP')).toBe('This code is not correct. Check it and try again.')
    expect(await saying('YOU_CANNOT_BAN_YOURSELF')).toBe('You cannot ban yourself')
    expect(await withLocale('sw', () => saying('YOU_CANNOT_BAN_YOURSELF'))).toBe('Huwezi kujizuia mwenyewe')
    expect(await withLocale('fr', () => saying('TEAM_NOT_FOUND'))).toBe('Cette équipe est introuvable')
  })

  test.each(['NONSENSE', '', 'constructor', '__proto__', 'toString', 'hasOwnProperty', 'error_NETWORK'])(
    'says of "%s" that something went wrong',
    async (code) => {
      expect(await saying(code)).toBe('Something went wrong')
      expect(await withLocale('fr', () => saying(code))).toBe('Un problème est survenu')
      expect([errorText(code), fullErrorText({ code })]).toEqual(['Something went wrong', 'Something went wrong'])
    },
  )

  test('says the same when the catalogue cannot be loaded, and knows the core all the same', async () => {
    vi.doMock('./error-catalogue.ts', () => {
      throw new TypeError('Failed to fetch dynamically imported module')
    })
    const { explain: cutOff } = await import('./error-words.ts')
    expect(await cutOff({ code: 'YOU_CANNOT_BAN_YOURSELF' })).toBe('Something went wrong')
    expect(await cutOff({ code: 'NETWORK' })).toBe('No answer from the library. Check your connection and try again.')
  })
})
