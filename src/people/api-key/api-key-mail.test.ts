import { expect, test } from 'vitest'
import { env } from '#base/env/env.server.ts'
import { inForce } from '#base/env/in-force.server.ts'
import { formatDate } from '#base/i18n/format.ts'
import { locales } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { withLocale } from '#base/i18n/request-locale.server.ts'
import { now } from '#base/lib/clock.ts'
import { aKey } from '#test/api-keys.ts'
import { signedIn } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'
import { mailsTo } from '#test/sign-in/outbox.ts'
import { KEY_LIMIT } from './api-key.schema.ts'
import { apiKeyRouter } from './api-key.router.server.ts'

useDatabase()

const NAME = 'Sync <b>& co</b> فهرس'
const INPUT = { name: NAME, scopes: ['genre:read' as const, 'book:read' as const], days: 30 }
const aManager = async (language: string | null) =>
  signedIn(await aUser({ role: 'admin', language }), { authenticatedAt: now() })

test.each(locales)('the owner of a new key gets a mail in %s', async (locale) => {
  const manager = await aManager(locale)
  const { key, expiresAt } = await manager.call(apiKeyRouter.create, INPUT)
  const [mail, ...others] = await mailsTo(manager.user.email)
  expect(others).toEqual([])
  expect(mail?.subject).toBe(m.mail_key_subject({}, { locale }))
  const until = withLocale(locale, () => formatDate(expiresAt, inForce().timeZone))
  const flat = mail?.text?.replaceAll(/\s+/g, ' ')
  for (const part of [
    m.mail_key_text({ until }, { locale }),
    m.mail_key_name({ name: NAME }, { locale }),
    m.mail_key_scopes({ scopes: m.account_key_scopes_books({}, { locale }) }, { locale }),
    m.mail_key_ignore({}, { locale }),
  ])
    expect(flat).toContain(part.replaceAll(/\s+/g, ' '))
  expect(mail?.text).toContain(`${env().baseUrl}/manager/account`)
  expect(mail?.html).toContain(`href="${env().baseUrl}/manager/account"`)
  expect(mail?.html).toContain('Sync &lt;b&gt;&amp; co&lt;/b&gt;')
  for (const part of [mail?.html, mail?.text]) expect(part).not.toContain(key.slice(4))
})

test('in the language of the request when the user has none', async () => {
  const manager = await aManager(null)
  await withLocale('fr', () => manager.call(apiKeyRouter.create, INPUT))
  expect((await mailsTo(manager.user.email)).map(({ subject }) => subject)).toEqual([
    m.mail_key_subject({}, { locale: 'fr' }),
  ])
})

test('a key that was refused causes no mail', async () => {
  const manager = await aManager('en')
  for (let count = 0; count < KEY_LIMIT; count += 1) await aKey(manager.user)
  await expect(manager.call(apiKeyRouter.create, INPUT)).rejects.toMatchObject({ code: 'API_KEY_LIMIT' })
  const stale = await signedIn(await aUser({ role: 'admin' }))
  await expect(stale.call(apiKeyRouter.create, INPUT)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
  expect([await mailsTo(manager.user.email), await mailsTo(stale.user.email)]).toEqual([[], []])
})
