import { like } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { user } from '#base/db/tables/user.ts'
import { Caller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { labelledValues } from '#test/labelled.ts'
import { codeFor, enterCode, mailsTo, outbox } from '#test/sign-in/outbox.ts'

useDatabase()

let made = 0
const send = (email: string) =>
  new Caller().request('/api/auth/email-otp/send-verification-otp', { body: { email, type: 'sign-in' } })
const form = (email: string) => new Caller().request('/login', { body: new URLSearchParams({ email }) })

/** Signs in with an address in any spelling; reads the code from the mails to `mailbox`. */
async function signIn(written: string, mailbox: string): Promise<number> {
  expect((await send(written)).status).toBe(200)
  const code = /\d{6}/.exec((await mailsTo(mailbox)).at(-1)?.subject ?? '')?.[0] ?? 'none'
  const body = { email: written, otp: code }
  return (await new Caller().request('/api/auth/sign-in/email-otp', { body })).status
}

describe('one mailbox is one user', () => {
  test.each(
    labelledValues([
      (email: string) => email.toUpperCase(),
      (email: string) => email.replace(/^./, (letter) => letter.toUpperCase()),
      (email: string) => `  ${email}\t`,
      (email: string) => `\u00A0${email}\u3000`,
      (email: string) => `\uFEFF${email}`,
      (email: string) => email.replace('@example', '@EXAMPLE'),
      (email: string) => email.replace('@', '＠').replace('.', '．').replace('k', 'ｋ'),
      (email: string) => `\u200F${email.replace('a', 'a\u200B').replace('@', '\u00AD@\u202E')}\u200B`,
      (email: string) => `${email}.`,
    ]),
  )('however it is written: %s', async (_, spell) => {
    const name = `kay-${(made += 1)}`
    const email = `${name}@example.org`
    expect(await signIn(email, email)).toBe(200)
    expect(await signIn(spell(email), email)).toBe(200)
    expect(
      await db
        .select({ email: user.email })
        .from(user)
        .where(like(user.email, `%${name}@%`)),
    ).toEqual([{ email }])
  })

  test('three concurrent sign-ups in different spellings', async () => {
    const email = 'twice@example.org'
    await send(email)
    const spellings = [email, 'TWICE@example.org', ' Twice@Example.org']
    const otp = await codeFor(email)
    const answers = await Promise.all(spellings.map((written) => enterCode(new Caller(), written, otp)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await db.$count(user, like(user.email, '%twice%'))).toBe(1)
  })
})

describe('two mailboxes are two users', () => {
  test.each([
    ['dotty.one@example.org', 'dottyone@example.org'],
    ['plus@example.org', 'plus+1@example.org'],
    ['same@example.org', 'same@example.com'],
    ['same@example.org', 'same@mail.example.org'],
    ['under_score@example.org', 'underxscore@example.org'],
    ["o'neill@example.org", 'oneill@example.org'],
  ])('%s and %s', async (one, two) => {
    expect([await signIn(one, one), await signIn(two, two)]).toEqual([200, 200])
    expect((await mailsTo(one)).every(({ to }) => to?.length === 1)).toBe(true)
    const rows = await db.select({ email: user.email }).from(user)
    expect(rows.map(({ email }) => email)).toEqual(expect.arrayContaining([one, two]))
  })
})

describe('a look-alike of an address is rejected', () => {
  const LOOKALIKES: [string, string][] = [
    ['a long s', 'ſam@example.org'],
    ['a dotless i', 'mıra@example.org'],
    ['a dotted capital I', 'MİRA@example.org'],
    ['a Cyrillic a', 'm\u0430ry@example.org'],
    ['a Cyrillic e in the domain', 'mary@\u0435xample.org'],
    ['an ideographic full stop', 'mary@example。org'],
    ['a ligature', 'ﬁona@example.org'],
    ['an accent of its own', 'rene\u0301@example.org'],
    ['an accent in one letter', 'ren\u00E9@example.org'],
    ['a NUL', 'mary\0@example.org'],
    ['a line break', 'mary@example.org\nBcc: eve@example.org'],
    ['a second address', 'mary@example.org,eve@example.org'],
    ['a second address after a semicolon', 'mary@example.org;eve@example.org'],
    ['a second address after a space', 'mary@example.org eve@example.org'],
    ['a second at sign', 'mary@example.org@evil.example'],
    ['a name before it', 'Mary <mary@example.org>'],
    ['a comment', 'mary(comment)@example.org'],
    ['quotes', '"mary"@example.org'],
    ['an address for a domain', 'mary@[127.0.0.1]'],
    ['a percent for an at sign', 'mary%40example.org'],
    ['a source route', '@evil.example:mary@example.org'],
    ['punycode that is broken off', 'mary@xn--.-'],
  ]
  test.each(LOOKALIKES)('%s', async (_, email) => {
    const before = await outbox()
    const answer = await send(email)
    expect([answer.status, (await answer.json()).code]).toEqual([400, 'INVALID_EMAIL'])
    const shown = await form(email)
    expect(shown.headers.get('location')).toBeNull()
    expect(await shown.json()).toMatchObject({
      error: { code: 'VALIDATION_ERROR', fields: { email: expect.anything() } },
    })
    const guess = { email, otp: '000000' }
    expect((await new Caller().request('/api/auth/sign-in/email-otp', { body: guess })).status).toBe(400)
    expect(await outbox()).toHaveLength(before.length)
  })

  test('the Kelvin sign counts as a k: the mail goes to the k, and there is one user', async () => {
    const email = 'kelvin@example.org'
    expect(await signIn(email, email)).toBe(200)
    const { status } = await send('\u212Aelvin@example.org')
    expect([200, 400]).toContain(status)
    const all = (await outbox()).flatMap(({ to }) => to?.map(({ address }) => address) ?? [])
    expect(all.filter((address) => /elvin@/.test(address ?? '')).every((address) => address === email)).toBe(true)
    expect(await db.$count(user, like(user.email, '%elvin%'))).toBe(1)
  })
})
