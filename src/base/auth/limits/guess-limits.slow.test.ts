import { eq, like, sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { limitHit } from '#base/db/tables/limit-hit.ts'
import { user } from '#base/db/tables/user.ts'
import { Caller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { codeFor, enterCode, guessWrong, requestSignInCode, signInByCode, wrongFor } from '#test/sign-in/outbox.ts'

useDatabase()
afterEach(() => vi.useRealTimers())

const HOUR = 3_600_000
let made = 0
const newAddress = (): string => `guessed-${(made += 1)}@example.org`
const countedFor = (email: string): Promise<number> => db.$count(limitHit, eq(limitHit.key, `wrong:address:${email}`))

/** Tries a wrong code, by default from a new browser; returns status and code of the error. */
async function tryWrong(email: string, caller = new Caller(), otp = '000000'): Promise<[number, string]> {
  const response = await enterCode(caller, email, otp)
  return [response.status, (await response.json()).code]
}

const codeOf = async (email: string): Promise<string> => {
  await requestSignInCode(new Caller(), email)
  return codeFor(email)
}

/** Number of wrong guesses that were compared: each rewrites the code's row. */
const comparisonsOf = async (email: string): Promise<number> =>
  Number((await db.execute(sql`select count(*) from compared where identifier like ${`%${email}`}`)).rows[0]?.count)

beforeAll(async () => {
  await db.execute(sql`create table compared (identifier text)`)
  await db.execute(sql`create function note_comparison() returns trigger language plpgsql as $$
    begin
      if new.value !~ ':0$' then insert into compared values (new.identifier); end if;
      return new;
    end $$`)
  await db.execute(sql`create trigger note_comparison after insert or update on verification
    for each row execute function note_comparison()`)
})

describe('wrong codes for one address', () => {
  test('are limited to fifteen an hour, over codes and browsers; then the right code is refused too', async () => {
    const email = newAddress()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    for (let round = 1; round <= 3; round += 1) {
      const wrong = wrongFor(await codeOf(email))
      for (let guess = 1; guess <= 5; guess += 1)
        expect(await tryWrong(email, new Caller(), wrong)).toEqual([400, 'INVALID_OTP'])
      // The sixth is neither compared nor counted.
      expect(await tryWrong(email, new Caller(), wrong)).toEqual(
        round < 3 ? [403, 'TOO_MANY_ATTEMPTS'] : [429, 'TOO_MANY_REQUESTS'],
      )
      expect(await countedFor(email)).toBe(5 * round)
    }
    const right = await codeOf(email)
    const refused = await enterCode(new Caller(), email, right)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
    expect(await refused.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 3600 })
    expect(await db.$count(user, eq(user.email, email))).toBe(0)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR })
    expect((await enterCode(new Caller(), email, await codeOf(email))).status).toBe(200)
  })

  test('are limited to fifty a day', async () => {
    const email = newAddress()
    const start = Date.now()
    for (const [hours, guesses] of [
      [0, 15],
      [2, 15],
      [4, 15],
      [6, 5],
    ] as const) {
      vi.useFakeTimers({ toFake: ['Date'], now: start + hours * HOUR })
      await guessWrong(email, guesses)
    }
    vi.useFakeTimers({ toFake: ['Date'], now: start + 8 * HOUR })
    await codeOf(email)
    const refused = await enterCode(new Caller(), email, '000000')
    expect(refused.status).toBe(429)
    // Waiting for a mail moves the stopped clock a little.
    expect(Number(refused.headers.get('retry-after')) / 3600).toBeCloseTo(16, 2)
    // The first guesses came a little after the start: waiting for their mail moved the clock.
    vi.useFakeTimers({ toFake: ['Date'], now: start + 24 * HOUR + 60_000 })
    await guessWrong(email, 1)
  })

  test('are limited for addresses with an account and without one alike', async () => {
    const known = newAddress()
    await signInByCode(known)
    for (const email of [known, newAddress()]) {
      await guessWrong(email)
      await codeOf(email)
      expect((await tryWrong(email))[0]).toBe(429)
    }
  })

  test('are counted by address in any spelling, and for no other', async () => {
    const email = newAddress()
    await guessWrong(email)
    await codeOf(email)
    for (const written of [email.toUpperCase(), ` ${email}`]) expect((await tryWrong(written))[0]).toBe(429)
    await guessWrong(`x${email}`, 1)
  })

  test('are limited for the form without script too, which says how long', async () => {
    const email = newAddress()
    await guessWrong(email)
    const answer = await new Caller().request(`/login/verify?email=${email}`, {
      body: new URLSearchParams({ code: await codeOf(email) }),
    })
    expect(answer.headers.get('location')).toBeNull()
    expect(answer.headers.getSetCookie()).toEqual([])
    const { error } = await answer.json()
    expect(error).toMatchObject({ code: 'TOO_MANY_REQUESTS', status: 429 })
    expect(error.retryAfter).toBeGreaterThan(3500)
  })
})

describe('not counted is', () => {
  test('a right code', async () => {
    const email = newAddress()
    const caller = await signInByCode(email)
    expect(await countedFor(email)).toBe(0)
    expect(await db.$count(limitHit, eq(limitHit.key, `wrong:client:${caller.address}`))).toBe(0)
  })

  test('one that has expired', async () => {
    const email = newAddress()
    const code = await codeOf(email)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 })
    expect(await tryWrong(email, new Caller(), code)).toEqual([400, 'OTP_EXPIRED'])
    expect(await countedFor(email)).toBe(0)
  })

  test('one with an invalid format', async () => {
    const email = newAddress()
    const caller = new Caller()
    for (const otp of ['12345', 'abcdef', '', '1'.repeat(1000)])
      expect((await tryWrong(email, caller, otp))[0]).toBe(400)
    expect(await countedFor(email)).toBe(0)
    expect(await db.$count(limitHit, eq(limitHit.key, `wrong:client:${caller.address}`))).toBe(0)
  })
})

describe('wrong codes where none was asked for', () => {
  test('count for nobody, and are limited for the client that tries them', async () => {
    const email = newAddress()
    const caller = new Caller()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    for (let guess = 1; guess <= 30; guess += 1) expect(await tryWrong(email, caller)).toEqual([400, 'INVALID_OTP'])
    expect(await tryWrong(email, caller)).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(await countedFor(email)).toBe(0)
    expect((await enterCode(caller, email, await codeOf(email))).status).toBe(200)
  })
})

describe('one client', () => {
  /** Wrong codes from the network, at codes that it asked for. */
  async function useUpClient(caller: Caller): Promise<void> {
    for (let round = 1; round <= 6; round += 1) {
      const email = newAddress()
      const wrong = wrongFor(await codeOf(email))
      for (let guess = 1; guess <= 5; guess += 1) expect((await tryWrong(email, caller, wrong))[0]).toBe(400)
    }
  }

  test('may try thirty wrong codes in ten minutes, for all addresses together', async () => {
    const caller = new Caller()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    await useUpClient(caller)
    const email = newAddress()
    const wrong = wrongFor(await codeOf(email))
    // Two are compared at each code; the third is not.
    for (let guess = 1; guess <= 3; guess += 1) {
      const refused = await enterCode(caller, email, wrong)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '600'])
    }
    expect(await comparisonsOf(email)).toBe(2)
    expect((await enterCode(caller, email, await codeFor(email))).status).toBe(429)
    // Another client of the same provider is not limited.
    expect((await enterCode(new Caller(), email, await codeFor(email))).status).toBe(200)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 })
    const later = newAddress()
    expect((await tryWrong(later, caller, wrongFor(await codeOf(later))))[0]).toBe(400)
  })

  test('that has used them up still lets in whoever behind it has the right code, in a new browser too', async () => {
    const caller = new Caller()
    await useUpClient(caller)
    for (const email of [newAddress(), newAddress(), newAddress()]) {
      const code = await codeOf(email)
      const neighbour = new Caller(caller.address)
      expect((await tryWrong(email, neighbour, wrongFor(code)))[0]).toBe(429)
      expect((await enterCode(neighbour, email, code)).status).toBe(200)
    }
  })

  test('that has used them up does not limit a known browser, neither in guesses nor in codes', async () => {
    const email = newAddress()
    const known = await signInByCode(email)
    await useUpClient(known)
    for (let asked = 1; asked <= 5; asked += 1) expect((await requestSignInCode(known, email)).status).toBe(200)
    const code = await codeFor(email)
    for (let guess = 1; guess <= 4; guess += 1)
      expect(await tryWrong(email, known, wrongFor(code))).toEqual([400, 'INVALID_OTP'])
    expect((await enterCode(known, email, code)).status).toBe(200)
  })
})

describe('five hundred concurrent guesses', () => {
  const guesses = Array.from({ length: 500 }, (_, index) => String(index).padStart(6, '0'))

  test('from as many clients: at most five are compared, then the right code is refused', async () => {
    const email = newAddress()
    const right = await codeOf(email)
    const answers = await Promise.all(
      guesses.filter((guess) => guess !== right).map((guess) => tryWrong(email, new Caller(), guess)),
    )
    const compared = await comparisonsOf(email)
    expect(compared).toBeGreaterThan(0)
    expect(compared).toBeLessThanOrEqual(5)
    expect(answers.filter(([status]) => status === 200)).toEqual([])
    // Others were answered without a comparison, while the code was taken away for one, and count for nothing.
    expect(await countedFor(email)).toBeLessThanOrEqual(15)
    // Even the right code is refused now.
    for (let again = 1; again <= 3; again += 1)
      expect((await tryWrong(email, new Caller(), right))[0]).toBeGreaterThanOrEqual(400)
    expect(await db.$count(user, eq(user.email, email))).toBe(0)
  })

  test('from one known browser: at most five are compared', async () => {
    const email = newAddress()
    const known = await signInByCode(email)
    const right = await codeOf(email)
    const answers = await Promise.all(
      guesses.filter((guess) => guess !== right).map((guess) => tryWrong(email, known, guess)),
    )
    const compared = await comparisonsOf(email)
    expect(compared).toBeGreaterThan(0)
    expect(compared).toBeLessThanOrEqual(5)
    expect(answers.filter(([status]) => status === 200)).toEqual([])
    expect(await db.$count(limitHit, like(limitHit.key, `wrong:known:%:${email}`))).toBeLessThanOrEqual(15)
  })
})
