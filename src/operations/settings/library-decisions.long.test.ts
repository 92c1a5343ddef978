import { describe, expect, test } from 'vitest'
import { flushSecurityEvents } from '#base/auth/security/security-log.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { librarySettings, storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { librarySetting } from '#base/db/tables/library-setting.ts'
import { env, readEnv } from '#base/env/env.server.ts'
import { inForce, setDecisions, UNDECIDED } from '#base/env/in-force.server.ts'
import { eventWord } from '#people/security/event-word.ts'
import { securityRouter } from '#people/security/security.router.server.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { answerAppManifest, shortName } from '#base/http/app-manifest.server.ts'
import { now } from '#base/lib/clock.ts'
import { isoDay } from '#base/lib/day-start.ts'
import { codeMail } from '#base/mail/code-mail.server.ts'
import { mail } from '#base/mail/mail.server.ts'
import { as, Caller, inRequest, signedIn } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'
import { mailsTo, requestSignInCode } from '#test/sign-in/outbox.ts'
import { librarySettingsRouter } from '#kit/library-settings/library-settings.router.server.ts'
import { settingsRouter } from './settings.router.server.ts'
import { readInstallation } from '#kit/installation/installation.server.ts'

useDatabase()

describe('a variable wins, then the library, then the default', () => {
  const CASES: [keyof ReturnType<typeof inForce>, Record<string, string>, unknown, unknown, unknown, unknown][] = [
    [
      'contactEmail',
      { CONTACT_EMAIL: 'op@example.org' },
      'op@example.org',
      'lib@example.org',
      'lib@example.org',
      'hello@maktaba.example',
    ],
    ['timeZone', { TIME_ZONE: 'Asia/Tokyo' }, 'Asia/Tokyo', 'Africa/Nairobi', 'Africa/Nairobi', 'UTC'],
    ['trashDays', { TRASH_DAYS: '7' }, 7, 60, 60, 30],
    ['securityLogDays', { SECURITY_LOG_DAYS: '40' }, 40, 90, 90, 400],
    ['backupFolder', { BACKUP_FOLDER: '/mnt/a' }, '/mnt/a', '/mnt/b', '/mnt/b', undefined],
    ['backupFolder', { BACKUP_FOLDER: '/mnt/a', DEMO: '1' }, undefined, '/mnt/b', '/mnt/b', undefined],
    ['signup', { SIGNUP: 'true' }, true, false, false, true],
    ['signup', { SIGNUP: 'false' }, false, true, true, true],
  ]
  test.each(CASES)('%s %j', async (field, source, ofVariable, decision, ofDecision, ofDefault) => {
    setDecisions({ ...UNDECIDED, [field]: decision })
    expect(inForce(readEnv(source))[field]).toBe(ofVariable)
    expect(inForce(readEnv({}))[field]).toBe(ofDecision)
    setDecisions(UNDECIDED)
    expect(inForce(readEnv({}))[field]).toBe(ofDefault)
  })
})

test('A zone that this server does not know does not hold', () => {
  setDecisions({ ...UNDECIDED, timeZone: 'Mars/Olympus' })
  expect(inForce().timeZone).toBe('UTC')
  setDecisions(UNDECIDED)
})

describe('the name of the library', () => {
  test('is known to pages, stands in mails and the manifest, and goes with an undo', async () => {
    const manager = await as('manager')
    const known = async () => (await inRequest(readInstallation)).libraryName
    expect(await known()).toBe(null)
    const { undo } = await manager.call(librarySettingsRouter.change, { name: '  مكتبة "النور" <script>  ' })
    expect(await known()).toBe('مكتبة "النور" <script>')
    const manifest = await answerAppManifest(new Request('http://localhost/manifest.webmanifest')).json()
    expect(manifest).toMatchObject({ name: 'مكتبة "النور" <script>', short_name: 'مكتبة' })

    await inRequest(() => mail(codeMail({ email: 'a@example.org', code: '123456', minutes: 10, purpose: 'sign-in' })))
    const sent = (await mailsTo('a@example.org')).at(-1)
    expect(sent).toMatchObject({
      subject: '123456 is your code for مكتبة "النور" <script>',
      from: { name: 'مكتبة "النور" <script>', address: 'maktaba@localhost' },
    })
    expect(sent?.text).toContain('Sent by \u2068مكتبة "النور" <script>\u2069, localhost')

    await manager.call(librarySettingsRouter.undo, { id: undo ?? '' })
    expect(await known()).toBe(null)
    await expect(manager.call(librarySettingsRouter.undo, { id: undo ?? '' })).rejects.toMatchObject({
      code: 'NOT_UNDOABLE',
    })
  })

  test.each([
    [''],
    ['   '],
    ['\u200B'],
    ['x'.repeat(61)],
    ['x'.repeat(10_000)],
    ['two\nlines'],
    ['Subject: x\r\nBcc: all@example.org'],
    ['a\u0000b'],
    ['\u202Eabc'],
    [['x']],
  ])('cannot be %j', async (name) => {
    const manager = await as('manager')
    const answer = manager.call(librarySettingsRouter.change, { name } as never)
    await expect(answer).rejects.toMatchObject({ code: 'VALIDATION_ERROR', fields: { name: expect.anything() } })
    expect((await librarySettings()).name).toBe(null)
  })

  test.each([
    ['Maktaba', 'Maktaba'],
    ['Bibliothèque de Lyon', 'Bibliothèque'],
    ['Bibliothèquette', 'Bibliothèque'],
    ['The Old Library', 'The Old'],
    ['مكتبة النور العامة', 'مكتبة النور'],
  ])('%s is %s below an icon', (name, short) => expect(shortName(name)).toBe(short))
})

test('Sign-up closes and opens at once, for who is not known', async () => {
  const manager = await as('manager')
  const known = await aUser()
  const subjectFor = async (email: string) => {
    await requestSignInCode(new Caller(), email)
    return (await mailsTo(email)).at(-1)?.subject
  }
  await manager.call(librarySettingsRouter.change, { signup: false })
  expect(await subjectFor('closed@example.org')).not.toMatch(/\d{6}/)
  expect(await subjectFor(known.email)).toMatch(/\d{6}/)
  await manager.call(librarySettingsRouter.change, { signup: true })
  expect(await subjectFor('open@example.org')).toMatch(/\d{6}/)
})

test('Another server learns it within two seconds, whatever is asked of it', async () => {
  await librarySettings()
  await db.update(librarySetting).set({ contactEmail: 'else@example.org' })
  const known = async () => {
    await new Caller().request('/api/v1/me')
    return inForce().contactEmail
  }
  expect(await known()).not.toBe('else@example.org')
  await expect.poll(known, { timeout: 4000 }).toBe('else@example.org')
  expect((await inRequest(readInstallation)).contactEmail).toBe('else@example.org')
})

test('Two managers who save two sections keep what the other has saved, and an undo takes back its own alone', async () => {
  const [one, other] = [await as('manager'), await as('manager')]
  const [first] = await Promise.all([
    one.call(librarySettingsRouter.change, { name: 'One' }),
    other.call(librarySettingsRouter.change, { contactEmail: 'two@example.org' }),
  ])
  expect(await librarySettings()).toMatchObject({ name: 'One', contactEmail: 'two@example.org' })
  await other.call(librarySettingsRouter.change, { contactEmail: 'three@example.org' })
  await one.call(librarySettingsRouter.undo, { id: first.undo ?? '' })
  expect(await librarySettings()).toMatchObject({ name: null, contactEmail: 'three@example.org' })
  const again = await one.call(librarySettingsRouter.change, { name: 'Two' })
  await other.call(librarySettingsRouter.change, { name: 'Three' })
  await expect(one.call(librarySettingsRouter.undo, { id: again.undo ?? '' })).rejects.toMatchObject({
    code: 'NOT_UNDOABLE',
  })
  // Nothing to take back where nothing was changed.
  expect(await one.call(librarySettingsRouter.change, { name: 'Three' })).toEqual({ undo: null })
  await storeLibrarySettings(UNDECIDED)
})

test('A change is in the security log, and for managers alone', async () => {
  const manager = await as('manager')
  for (const part of ['reader', 'helper', 'stranger'] as const) {
    const caller = part === 'stranger' ? await as(part) : await as(part)
    await expect(caller.call(librarySettingsRouter.change, { name: 'Mine' })).rejects.toThrow()
    await expect(caller.call(librarySettingsRouter.undo, { id: crypto.randomUUID() })).rejects.toThrow()
  }
  await manager.call(librarySettingsRouter.change, { name: 'Logged', contactEmail: 'log@example.org', signup: false })
  await manager.call(librarySettingsRouter.change, { name: null })
  await flushSecurityEvents()
  const { items } = await manager.call(securityRouter.list, { kind: 'operation' })
  expect(items.slice(0, 4).map((one) => eventWord(one, 'UTC'))).toEqual([
    'Removed the library’s name',
    'Set the contact address to log@example.org',
    'Closed sign-up',
    'Named the library Logged',
  ])
  await storeLibrarySettings(UNDECIDED)
})

test('What a variable decides is refused', async () => {
  const manager = await as('manager')
  const names = [...env().given.names, 'SIGNUP']
  Object.assign(env().given, { names })
  await expect(manager.call(librarySettingsRouter.change, { signup: false })).rejects.toMatchObject({
    fields: { signup: { key: 'setting_fixed' } },
  })
  expect((await manager.call(settingsRouter.list, undefined)).variables).toEqual({ signup: 'SIGNUP' })
  Object.assign(env().given, { names: names.slice(0, -1) })
})

test('The time zone holds for who has none, and for the days of the library', async () => {
  const manager = await as('manager')
  const zoneOf = async () => (await manager.request('/api/v1/activity/export')).headers.get('content-disposition')
  await manager.call(librarySettingsRouter.change, { timeZone: 'Pacific/Kiritimati' })
  expect(libraryDay(new Date('2026-11-27T12:00:00Z'))).toBe('2026-11-28')
  expect((await zoneOf()) ?? '').toMatch(isoDay(now(), 'Pacific/Kiritimati'))
  await expect(manager.call(librarySettingsRouter.change, { timeZone: 'Mars/Olympus' })).rejects.toMatchObject({
    fields: { timeZone: { key: 'zone_unknown' } },
  })
  await storeLibrarySettings(UNDECIDED)
})

test('Fewer days need a code of the last minutes, an undo to fewer too, and all managers are told', async () => {
  const manager = await as('manager')
  const later = await signedIn(manager.user, { authenticatedAt: null })
  for (const fewer of [{ trashDays: 29 }, { securityLogDays: 399 }])
    await expect(later.call(librarySettingsRouter.change, fewer)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
  expect(inForce()).toMatchObject({ trashDays: 30, securityLogDays: 400 })
  const { undo } = await later.call(librarySettingsRouter.change, { trashDays: 60 })
  await expect(later.call(librarySettingsRouter.undo, { id: undo ?? '' })).rejects.toMatchObject({
    code: 'SESSION_EXPIRED',
  })
  expect(inForce().trashDays).toBe(60)
  const told = async () => (await mailsTo(manager.user.email)).map(({ text }) => text ?? '').join('\n')
  expect(await told()).not.toContain('fewer days')
  await manager.call(librarySettingsRouter.undo, { id: undo ?? '' })
  expect(inForce().trashDays).toBe(30)
  await expect.poll(told).toContain('set the trash or the security log to be kept for fewer days')
})

test('Loans that forget sooner need a code of the last minutes, for ever is the longest, and all managers are told', async () => {
  const manager = await as('manager')
  const later = await signedIn(manager.user, { authenticatedAt: null })
  const EXPIRED = { code: 'SESSION_EXPIRED' }
  await expect(later.call(librarySettingsRouter.change, { loanMemoryDays: 0 })).rejects.toMatchObject(EXPIRED)
  const { undo } = await later.call(librarySettingsRouter.change, { loanMemoryDays: null })
  await expect(later.call(librarySettingsRouter.change, { loanMemoryDays: 365 })).rejects.toMatchObject(EXPIRED)
  await expect(later.call(librarySettingsRouter.undo, { id: undo ?? '' })).rejects.toMatchObject(EXPIRED)
  expect((await librarySettings()).loanMemoryDays).toBe(null)
  await manager.call(librarySettingsRouter.undo, { id: undo ?? '' })
  const told = async () => (await mailsTo(manager.user.email)).map(({ text }) => text ?? '').join('\n')
  await expect.poll(told).toContain('set loans to forget their borrower sooner')
})

test('What lets others in, or sends people elsewhere, needs a code of the last minutes; the way back does not', async () => {
  const manager = await as('manager')
  const later = await signedIn(manager.user, { authenticatedAt: null })
  const EXPIRED = { code: 'SESSION_EXPIRED' }
  await later.call(librarySettingsRouter.change, { signup: true })
  await later.call(librarySettingsRouter.change, { signup: false, signInCards: false })
  for (const power of [{ signup: true }, { signup: null }, { signInCards: true }, { contactEmail: 'me@example.org' }])
    await expect(later.call(librarySettingsRouter.change, power)).rejects.toMatchObject(EXPIRED)
  await manager.call(librarySettingsRouter.change, { signup: null, signInCards: true, contactEmail: 'us@example.org' })
  await expect(later.call(librarySettingsRouter.change, { contactEmail: null })).rejects.toMatchObject(EXPIRED)
  expect(inForce()).toMatchObject({ signup: true, contactEmail: 'us@example.org' })
  await storeLibrarySettings(UNDECIDED)
})

test.each([{ trashDays: 0 }, { trashDays: 3651 }, { securityLogDays: 30 }, { trashDays: 1.5 }, { timeZone: '' }])(
  '%j is refused',
  async (change) => {
    await expect((await as('manager')).call(librarySettingsRouter.change, change)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    })
  },
)
