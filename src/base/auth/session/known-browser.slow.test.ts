import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { user } from '#base/db/tables/user.ts'
import { Caller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { codeFor, enterCode, guessWrong, requestSignInCode, signInByCode, wrongFor } from '#test/sign-in/outbox.ts'

useDatabase()

let made = 0
const newAddress = (): string => `owner-${(made += 1)}@example.org`

/** Asks for a code in a browser and reads it in the mail. */
async function codeOf(email: string, caller = new Caller()): Promise<string> {
  expect((await requestSignInCode(caller, email)).status).toBe(200)
  return codeFor(email)
}

/** Exhausts the address's guess limit from unknown browsers. */
async function closeToStrangers(email: string): Promise<void> {
  await guessWrong(email)
  await codeOf(email)
  expect((await enterCode(new Caller(), email, '000000')).status).toBe(429)
}

/** Enters the right code in a browser with the given cookie `known`; returns the status. */
async function enter(email: string, known: string | undefined): Promise<number> {
  await requestSignInCode(new Caller(), email)
  const caller = new Caller()
  if (known !== undefined) caller.cookies.set('known', known)
  return (await enterCode(caller, email, await codeFor(email))).status
}

const knownTo = async (email: string): Promise<string> => {
  const cookie = (await signInByCode(email)).cookies.get('known')
  if (cookie === undefined) throw new Error('No cookie')
  return cookie
}

describe('a browser with an earlier sign-in', () => {
  test('is not locked out by guesses elsewhere', async () => {
    const email = newAddress()
    const known = await knownTo(email)
    await closeToStrangers(email)
    expect(await enter(email, undefined)).toBe(429)
    expect(await enter(email, known)).toBe(200)
  })

  test('stays known after signing out, and its wrong codes lock out no other browser', async () => {
    const email = newAddress()
    const other = await knownTo(email)
    const caller = await signInByCode(email)
    await caller.request('/api/auth/sign-out', { body: {} })
    for (let round = 1; round <= 3; round += 1) {
      const wrong = wrongFor(await codeOf(email, caller))
      for (let guess = 1; guess <= 5; guess += 1) expect((await enterCode(caller, email, wrong)).status).toBe(400)
    }
    expect((await enterCode(caller, email, await codeOf(email, caller))).status).toBe(429)
    expect(await enter(email, other)).toBe(200)
    expect(await enter(email, undefined)).toBe(200)
  })

  test('keeps the code that it asked for, whatever strangers ask for and guess', async () => {
    const email = newAddress()
    const known = await signInByCode(email)
    for (let asked = 1; asked <= 4; asked += 1) await codeOf(email)
    expect((await requestSignInCode(new Caller(), email)).status).toBe(429)
    const code = await codeOf(email, known)
    const stranger = new Caller()
    for (let guess = 1; guess <= 5; guess += 1)
      expect((await enterCode(stranger, email, wrongFor(code))).status).toBe(400)
    for (let guess = 6; guess <= 8; guess += 1)
      expect((await enterCode(stranger, email, wrongFor(code))).status).toBe(403)
    for (let guess = 1; guess <= 4; guess += 1) expect((await enterCode(known, email, wrongFor(code))).status).toBe(400)
    expect((await enterCode(known, email, code)).status).toBe(200)
  })

  test('gets another code when it has used up the attempts at one', async () => {
    const email = newAddress()
    const known = await signInByCode(email)
    const spent = await codeOf(email, known)
    for (let guess = 1; guess <= 5; guess += 1)
      expect((await enterCode(known, email, wrongFor(spent))).status).toBe(400)
    const next = await codeOf(email, known)
    expect(next).not.toBe(spent)
    expect((await enterCode(known, email, next)).status).toBe(200)
  })

  test('is known for several users', async () => {
    const [one, two] = [newAddress(), newAddress()]
    const caller = await signInByCode(one)
    await requestSignInCode(caller, two)
    await enterCode(caller, two, await codeFor(two))
    const known = caller.cookies.get('known')
    await Promise.all([closeToStrangers(one), closeToStrangers(two)])
    expect([await enter(one, known), await enter(two, known)]).toEqual([200, 200])
  })

  test('does not reveal who has signed in without the secret', async () => {
    const email = newAddress()
    const known = await knownTo(email)
    expect(known).toMatch(/^[\w-]{22}$/)
    expect(decodeURIComponent(known)).not.toContain(email)
    for (const encoding of ['base64', 'base64url', 'hex'] as const) {
      const guess = createHmac('sha256', '').update(email).digest(encoding)
      expect(guess).not.toContain(known.slice(0, 8))
    }
  })

  test('remembers at most eight users', async () => {
    const caller = new Caller()
    for (let person = 1; person <= 9; person += 1) {
      const email = newAddress()
      await requestSignInCode(caller, email)
      await enterCode(caller, email, await codeFor(email))
    }
    expect(caller.cookies.get('known')?.split('.')).toHaveLength(8)
  })
})

describe('a forged cookie does not lift the guess limit', () => {
  test.each<[string, (own: string, others: string) => string]>([
    ['that is made up', () => 'A'.repeat(22)],
    ['that is empty', () => ''],
    ['of another person', (_, others) => others],
    ['of another person, many times', (_, others) => Array(30).fill(others).join('.')],
    ['with one letter changed', (own) => own.replace(/^./, (letter) => (letter === 'x' ? 'y' : 'x'))],
    ['with a letter less', (own) => own.slice(1)],
    ['with a letter more', (own) => `${own}A`],
    ['half of one, half of another', (own, others) => own.slice(0, 11) + others.slice(11)],
    ['behind eight made-up ones', (own) => [...Array(8).fill('A'.repeat(22)), own].join('.')],
    ['with a comma before it', (own) => `,${own}`],
  ])('%s', async (_, forge) => {
    const email = newAddress()
    const [own, others] = [await knownTo(email), await knownTo(newAddress())]
    await closeToStrangers(email)
    expect(await enter(email, forge(own, others))).toBe(429)
  })

  test('of a similar address', async () => {
    const email = newAddress()
    const known = await knownTo(email.replace('@', '+1@'))
    await knownTo(email)
    await closeToStrangers(email)
    expect(await enter(email, known)).toBe(429)
  })
})

test('neither a wrong code nor a request for a code makes a browser known', async () => {
  const email = newAddress()
  const caller = new Caller()
  await requestSignInCode(caller, email)
  await enterCode(caller, email, '000000')
  expect([...caller.cookies.keys()]).toEqual([])
})

test('a refused sign-in of a banned user does not make a browser known', async () => {
  const email = newAddress()
  await signInByCode(email)
  await db.update(user).set({ banned: true }).where(eq(user.email, email))
  const caller = new Caller()
  await requestSignInCode(caller, email)
  expect((await enterCode(caller, email, await codeFor(email))).status).toBe(403)
  expect([...caller.cookies.keys()]).toEqual([])
})
