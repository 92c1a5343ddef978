import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { like } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { limitHit } from '#base/db/tables/limit-hit.ts'
import { env } from '#base/env/env.server.ts'
import { Caller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'
import { request } from '#test/http.ts'
import { requestSignInCode, codeFor, enterCode, mailsTo } from '#test/sign-in/outbox.ts'

useDatabase()
afterEach(() => vi.useRealTimers())

const MINUTE = 60_000
let made = 0
const newAddress = (): string => `often-${(made += 1)}@example.org`
const ask = (email: string): Promise<Response> => requestSignInCode(new Caller(), email)
/** Requests a code without reading the mail. */
const send = (email: string, caller = new Caller()): Promise<Response> =>
  caller.request('/api/auth/email-otp/send-verification-otp', { body: { email, type: 'sign-in' } })

/** Sets the clock to `milliseconds` from now and stops it, for better-auth too. */
const stopClock = (milliseconds: number): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds })
}

describe('codes for one address', () => {
  test('are five in ten minutes; the sixth is refused with the time to wait, and nothing is mailed', async () => {
    const email = newAddress()
    stopClock(0)
    for (let asked = 1; asked <= 5; asked += 1) expect((await ask(email)).status).toBe(200)
    const refused = await send(email)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '600'])
    expect(await refused.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 600 })
    expect(await mailsTo(email)).toHaveLength(5)
    // The mailed code stays valid.
    const caller = new Caller()
    expect((await enterCode(caller, email, await codeFor(email))).status).toBe(200)
  })

  test('are counted for all clients and spellings of the address', async () => {
    const email = newAddress()
    const spellings = [email, email.toUpperCase(), ` ${email} `, `\t${email}\n`, `\u00A0${email}`]
    for (const written of spellings) expect((await send(written)).status).toBe(200)
    for (const written of spellings) expect((await send(written)).status).toBe(429)
    expect(await mailsTo(email)).toHaveLength(5)
  })

  test('become available one by one', async () => {
    const email = newAddress()
    const start = Date.now()
    for (const minute of [0, 1, 2, 3, 4]) {
      vi.useFakeTimers({ toFake: ['Date'], now: start + minute * MINUTE })
      expect((await send(email)).status).toBe(200)
    }
    vi.useFakeTimers({ toFake: ['Date'], now: start + 9.5 * MINUTE })
    expect((await send(email)).headers.get('retry-after')).toBe('30')
    vi.useFakeTimers({ toFake: ['Date'], now: start + 10 * MINUTE })
    expect((await send(email)).status).toBe(200)
    expect((await send(email)).headers.get('retry-after')).toBe('60')
  })

  test('are five of thirty concurrent requests', async () => {
    const email = newAddress()
    const answers = await Promise.all(Array.from({ length: 30 }, () => send(email)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(25)
    expect(await mailsTo(email)).toHaveLength(5)
  })

  test('do not affect another address', async () => {
    const [one, two] = [newAddress(), newAddress()]
    const caller = new Caller()
    for (let asked = 1; asked <= 6; asked += 1) await send(one, caller)
    expect((await send(two, caller)).status).toBe(200)
  })

  test('count alike for an address with and without an account', async () => {
    const { email } = await aUser()
    const statuses = async (address: string) => {
      const all = []
      for (let asked = 1; asked <= 6; asked += 1) all.push((await send(address)).status)
      return all
    }
    expect(await statuses(email)).toEqual(await statuses(newAddress()))
  })

  test('are not used up by invalid requests', async () => {
    const email = newAddress()
    for (const body of [{ email }, { email, type: 'forget-password' }, { email: [email], type: 'sign-in' }])
      expect((await new Caller().request('/api/auth/email-otp/send-verification-otp', { body })).status).toBe(400)
    const foreign = { body: { email, type: 'sign-in' }, headers: { origin: 'https://evil.example' } }
    expect((await request('/api/auth/email-otp/send-verification-otp', foreign)).status).toBe(403)
    expect(await db.$count(limitHit, like(limitHit.key, `%${email}`))).toBe(0)
  })

  test('are limited for the form without script too, which says how long', async () => {
    const email = newAddress()
    const form = () => new Caller().request('/login', { body: new URLSearchParams({ email }) })
    for (let asked = 1; asked <= 5; asked += 1) expect((await form()).status).toBe(303)
    const refused = await form()
    expect(refused.headers.get('location')).toBeNull()
    const sent = await refused.json()
    expect(sent).toMatchObject({ values: { email }, error: { code: 'TOO_MANY_REQUESTS', status: 429 } })
    expect(sent.error.retryAfter).toBeGreaterThan(590)
    expect(sent.error.retryAfter).toBeLessThanOrEqual(600)
    expect(await mailsTo(email)).toHaveLength(5)
  })
})

describe('when a mail cannot be sent', () => {
  const folder = () => join(env().dataDir, 'outbox')

  /** Breaks the outbox while `work` runs, by a file in place of the folder. */
  async function withoutMail<T>(work: () => Promise<T>): Promise<T> {
    await mkdir(folder(), { recursive: true })
    await rename(folder(), `${folder()}-away`)
    await writeFile(folder(), '')
    try {
      return await work()
    } finally {
      await rm(folder())
      await rename(`${folder()}-away`, folder())
    }
  }

  test('the address gets a refund, the client does not', async () => {
    const email = newAddress()
    const caller = new Caller()
    await withoutMail(async () => {
      for (let asked = 1; asked <= 7; asked += 1) {
        const answer = await send(email, caller)
        expect([answer.status, (await answer.json()).code]).toEqual([503, 'MAIL_NOT_SENT'])
      }
    })
    expect(await db.$count(limitHit, like(limitHit.key, `code:address:${email}`))).toBe(0)
    expect(await db.$count(limitHit, like(limitHit.key, `code:client:${caller.address}`))).toBe(7)
    for (let asked = 1; asked <= 5; asked += 1) expect((await send(email, caller)).status).toBe(200)
    expect((await send(email, caller)).status).toBe(429)
  })

  test('the code of an earlier mail stays valid', async () => {
    const email = newAddress()
    const caller = new Caller()
    await requestSignInCode(caller, email)
    await withoutMail(() => send(email, caller))
    expect((await enterCode(caller, email, await codeFor(email))).status).toBe(200)
  })
})
