import { beforeAll, beforeEach, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { bannedSession } from '#base/db/tables/user.ts'
import { moveClock, now } from '#base/lib/clock.ts'
import { meRouter } from '#kit/me/me.router.server.ts'
import { as, Caller, signedIn, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { formatDateTime } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { requestSignInCode, codeFor, enterCode, mailsTo } from '#test/sign-in/outbox.ts'

import { userRouter } from '../user.router.server.ts'

useDatabase()
let manager: SignedInCaller
let reader: SignedInCaller
beforeAll(async () => {
  manager = await as('manager')
})
beforeEach(async () => {
  reader = await as('reader')
})

const HOUR = 3_600_000
const told = (caller: Caller) => caller.call(meRouter.ban, undefined)
const ban = (more: object = {}) => manager.call(userRouter.ban, { id: reader.user.id, reason: 'Too loud', ...more })

test('the browser whose session a ban has ended is told why and until when', async () => {
  expect(await told(reader)).toBeNull()
  const until = new Date(Math.floor(now().getTime() / 1000) * 1000 + HOUR)
  const second = await signedIn(reader.user)
  await ban({ until })
  for (const browser of [reader, second]) expect(await told(browser)).toEqual({ reason: 'Too loud', until })
  expect((await reader.request('/api/v1/me')).status).toBe(401)
})

test('the mail names the end in the zone of the manager, and sends nobody to an address that reaches no one', async () => {
  const until = new Date(Math.floor(now().getTime() / 1000) * 1000 + HOUR)
  manager.cookies.set('tz', 'Africa/Nairobi')
  const response = await manager.request(`/api/v1/users/${reader.user.id}/ban`, { body: { until } })
  manager.cookies.delete('tz')
  expect(response.status).toBe(200)
  const [mail] = await mailsTo(reader.user.email)
  const end = `${formatDateTime(until, 'Africa/Nairobi')} (Africa/Nairobi)`
  expect(mail?.text?.replaceAll(/\s+/g, ' ')).toContain(m.mail_banned_until({ until: end }).replaceAll(/\s+/g, ' '))
  expect(mail?.text).toContain(m.mail_wrong_ask())
  expect(mail?.text).not.toContain('hello@')
})

test('nobody else is told: no other browser, and none with a made-up cookie', async () => {
  await ban()
  const [[name = '', value = ''] = []] = [...reader.cookies]
  const forger = new Caller()
  forger.cookies.set(
    name,
    value.replace(/^./, (letter) => (letter === 'a' ? 'b' : 'a')),
  )
  for (const other of [new Caller(), await as('reader'), manager, forger]) expect(await told(other)).toBeNull()
})

test('a manager who acted as that person is not told', async () => {
  const acting = await as('manager')
  await acting.call(userRouter.impersonate, { id: reader.user.id, reason: 'Asked for help' })
  await ban()
  expect(await told(acting)).toBeNull()
})

test('it is told as long as the ban holds', async () => {
  await ban({ until: new Date(now().getTime() + HOUR) })
  moveClock(2 * HOUR)
  try {
    expect(await told(reader)).toBeNull()
  } finally {
    moveClock(0)
  }
  expect(await told(reader)).not.toBeNull()
  await manager.call(userRouter.unban, { id: reader.user.id })
  expect(await told(reader)).toBeNull()
  expect(await reader.request('/api/v1/me')).toMatchObject({ status: 401 })
})

test('it is told no more once another person has signed in there, and holds no token', async () => {
  await ban()
  const kept = await db.select().from(bannedSession)
  expect(JSON.stringify(kept)).not.toContain(reader.session.token)
  await requestSignInCode(reader, 'next@example.org')
  expect((await enterCode(reader, 'next@example.org', await codeFor('next@example.org'))).status).toBe(200)
  expect(await told(reader)).toBeNull()
})
