import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { CODE_MINUTES } from '#base/auth/credentials.schema.ts'
import { env } from '#base/env/env.server.ts'
import { locales, type Locale } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { withLocale } from '#base/i18n/request-locale.server.ts'
import { logCode } from './log-code.server.ts'
import { Caller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { requestSignInCode, codeFor, mailsTo } from '#test/sign-in/outbox.ts'

useDatabase()

const folder = () => join(env().dataDir, 'outbox')

/** The mail that a browser with these headers gets. */
async function mailFor(email: string, headers: Record<string, string> = {}) {
  expect((await requestSignInCode(new Caller(), email, headers)).status).toBe(200)
  const mail = (await mailsTo(email)).at(-1)
  if (!mail) throw new Error(`No mail to ${email}`)
  return { mail, code: await codeFor(email), html: mail.html ?? '', text: mail.text ?? '' }
}

describe('the mail with a code', () => {
  let sent: Awaited<ReturnType<typeof mailFor>>
  beforeAll(async () => {
    sent = await mailFor('ada@example.org')
  })

  test('goes from Maktaba to the requested address', () => {
    const { mail } = sent
    expect(mail.to).toEqual([{ name: '', address: 'ada@example.org' }])
    expect(mail.from).toEqual({ name: 'Maktaba', address: 'maktaba@localhost' })
    expect([mail.cc, mail.bcc]).toEqual([undefined, undefined])
    expect(mail.messageId).toMatch(/^<.+@.+>$/)
    expect(Math.abs(Date.parse(mail.date ?? '') - Date.now())).toBeLessThan(60_000)
  })

  test('has the code in its subject and in both parts', () => {
    const { mail, code, html, text } = sent
    expect(mail.subject).toBe(`${code} is your code for Maktaba`)
    for (const part of [html, text]) {
      expect(part).toContain(code)
      expect(part).toContain(m.mail_code_text({}, { locale: 'en' }))
      expect(part).toContain(`${CODE_MINUTES} minutes`)
      expect(part).toContain(m.mail_code_ignore({}, { locale: 'en' }))
      expect(part).toContain(m.mail_code_secret({}, { locale: 'en' }))
      expect(part).toMatch(
        /Asked for by: \u2068Unknown device\u2069, network address \u206810\.[\d.]+\u2069, \d+ \w+ 20\d\d, \d\d:\d\d \(UTC\)\./,
      )
      expect(part).toContain('Maktaba')
      expect(part).toMatch(/[^\u2066-\u2069]localhost:3000[^\u2066-\u2069]/)
    }
    expect(text).not.toMatch(/<\w|&\w+;/)
    expect(html).toMatch(/<html[^>]*lang="en"[^>]*dir="ltr"|<html[^>]*dir="ltr"[^>]*lang="en"/)
  })

  test('has colours for the dark, each for something that is in it', () => {
    const [dark = ''] = /@media \(prefers-color-scheme: dark\)[^<]*/.exec(sent.html) ?? []
    expect(sent.html).toContain('name="color-scheme" content="light dark"')
    expect(dark).toContain('.page > table > tbody > tr > td { background-color: #17110e !important }')
    const classes = new Set([...dark.matchAll(/\.([a-z]+)/g)].map(([, name]) => name))
    classes.delete('button')
    expect([...classes].filter((name) => !new RegExp(`class="[^"]*\\b${name}\\b`).test(sent.html))).toEqual([])
  })

  test('sets a font that Outlook knows for every text', () => {
    const texts = [...sent.html.matchAll(/<(?:p|h1)\b[^>]*style="([^"]*)"/g)].map(([, style = '']) => style)
    expect(texts.length).toBeGreaterThan(5)
    for (const style of texts) expect(style).toMatch(/font-family:\s*(?:&quot;Segoe UI&quot;|Georgia|Consolas)/)
  })

  test('loads nothing and leads nowhere', () => {
    expect(sent.html.replace(/<!DOCTYPE[^>]*>/i, '')).not.toMatch(
      /https?:|<img|<script|<link|href=|src=|@import|url\(/i,
    )
    expect(sent.mail.attachments).toEqual([])
  })

  test.each<[string, Locale, Record<string, string>]>([
    ['the cookie', 'fr', { cookie: 'language=fr' }],
    ['the cookie', 'ar', { cookie: 'language=ar', 'accept-language': 'fr' }],
    ['the cookie', 'sw', { cookie: 'language=sw' }],
    ['the browser', 'ar', { 'accept-language': 'ar-EG,ar;q=0.9,en;q=0.8' }],
  ])('is in the language of %s: %s', async (_, locale, headers) => {
    const origin = env().baseUrl
    const { mail, code, html, text } = await mailFor(
      `${locale}-${headers['accept-language'] ? 'b' : 'c'}@example.org`,
      { ...headers, origin },
    )
    const words = withLocale(locale, () => ({
      subject: m.mail_code_subject({ code, library: m.brand_name() }),
      text: m.mail_code_text(),
      valid: m.mail_code_valid({ minutes: CODE_MINUTES }),
      secret: m.mail_code_secret(),
    }))
    expect(mail.subject).toBe(words.subject)
    for (const part of [html, text])
      for (const sentence of [words.text, words.valid, words.secret, code]) expect(part).toContain(sentence)
    const direction = locale === 'ar' ? 'rtl' : 'ltr'
    expect(html).toMatch(new RegExp(`<html[^>]*dir="${direction}"`))
    expect(html).toMatch(new RegExp(`<html[^>]*lang="${locale}"`))
    // The digits of a code are read from the left in every language.
    expect(html).toMatch(new RegExp(`<p[^>]*dir="ltr"[^>]*>${code}</p>`))
  })

  test('differs in every language', () => {
    expect(new Set(locales.map((locale) => m.mail_code_text({}, { locale }))).size).toBe(4)
  })
})

describe('the outbox', () => {
  test('has a file for each mail, readable only by its owner', async () => {
    await mailFor('files@example.org')
    const names = await readdir(folder())
    expect(names.every((name) => /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-[0-9a-f]{8}\.eml$/.test(name))).toBe(true)
    expect((await stat(folder())).mode & 0o777).toBe(0o700)
    for (const name of names) expect((await stat(join(folder(), name))).mode & 0o777).toBe(0o600)
  })

  test('holds them as RFC 5322 wants: lines end in CR LF and none is longer than 998', async () => {
    const [name = ''] = await readdir(folder())
    const text = await readFile(join(folder(), name), 'latin1')
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(Math.max(...text.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998)
    expect(text).toMatch(/^Content-Type: multipart\/alternative/m)
  })

  test('logs the code for the operator', async () => {
    const { code } = await mailFor('shown@example.org')
    expect(logCode).toHaveBeenCalledWith('shown@example.org', code)
  })
})
