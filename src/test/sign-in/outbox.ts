import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { expect, vi } from 'vitest'
import { env } from '#base/env/env.server.ts'
import { Caller } from '../callers.ts'

const parsed = new Map<string, Promise<Email>>()

async function parse(file: string): Promise<Email> {
  const known = parsed.get(file) ?? readFile(file).then((raw) => PostalMime.parse(raw))
  parsed.set(file, known)
  return known
}

/** The mails in the outbox, oldest first. */
export async function outbox(): Promise<Email[]> {
  const folder = join(env().dataDir, 'outbox')
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^[^.].*\.eml$/.test(name))
  return Promise.all(names.toSorted().map((name) => parse(join(folder, name))))
}

const areTo = async (email: string): Promise<Email[]> =>
  (await outbox()).filter(({ to }) => to?.some(({ address }) => address === email))

// They come with any sign-in in a new browser, and later than it.
const isSignInNotice = ({ text = '' }: Email): boolean => text.includes('/login/not-me?')

/** The mails to an address, oldest first, without those about sign-ins from new browsers. */
export const mailsTo = async (email: string): Promise<Email[]> =>
  (await areTo(email)).filter((mail) => !isSignInNotice(mail))

/** The mails to an address about sign-ins from new browsers, oldest first. */
export const signInNoticesTo = async (email: string): Promise<Email[]> => (await areTo(email)).filter(isSignInNotice)

/** The code in the newest mail to an address that has one. */
export async function codeFor(email: string): Promise<string> {
  const subject = (await mailsTo(email)).findLast((mail) => /\d{6}/.test(mail.subject ?? ''))?.subject ?? ''
  const code = /\d{6}/.exec(subject)?.[0]
  if (code === undefined) throw new Error(`No code for ${email} in "${subject}"`)
  return code
}

/** Requests a code as the login page does; on success waits for the mail in the outbox. */
export async function requestSignInCode(
  caller: Caller,
  email: string,
  headers: Record<string, string> = {},
  isAwaited = env().mail.mode === 'outbox',
): Promise<Response> {
  const before = (await mailsTo(email)).length
  const response = await caller.request('/api/auth/email-otp/send-verification-otp', {
    body: { email, type: 'sign-in' },
    headers,
  })
  if (response.ok && isAwaited) {
    await vi.waitFor(async () => expect((await mailsTo(email)).length).toBeGreaterThan(before), {
      interval: 5,
      timeout: 10_000,
    })
  }
  return response
}

/** Signs in with a code as the page does. */
export const enterCode = (caller: Caller, email: string, otp: string): Promise<Response> =>
  caller.request('/api/auth/sign-in/email-otp', { body: { email, otp } })

/** Signs in by a code from the mail, in a new browser. */
export async function signInByCode(email: string): Promise<Caller> {
  const caller = new Caller()
  await requestSignInCode(caller, email)
  const response = await enterCode(caller, email, await codeFor(email))
  if (!response.ok) throw new Error(`No sign-in for ${email}: ${await response.text()}`)
  return caller
}

/** A code that is not the given one. */
export const wrongFor = (code: string): string => (code === '111111' ? '222222' : '111111')

/** Tries wrong codes from new browsers, at most five at one code; the default exhausts the address's limit of an hour. */
export async function guessWrong(email: string, guesses = 15): Promise<void> {
  let wrong = ''
  for (let guess = 0; guess < guesses; guess += 1) {
    if (guess % 5 === 0) {
      await requestSignInCode(new Caller(), email)
      wrong = wrongFor(await codeFor(email))
    }
    expect((await enterCode(new Caller(), email, wrong)).status).toBe(400)
  }
}
