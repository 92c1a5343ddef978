import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProcedure, type AnyProcedure } from '@orpc/server'
import { or, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#api.server.ts'
import { flushSecurityEvents } from '#base/auth/security/security-log.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { securityEvent } from '#base/db/tables/security-event.ts'
import type { SomeLibrarySettings } from '#base/db/tables/library-setting.ts'
import { sampleBook } from '#base/db/tables/sample.ts'
import { now } from '#base/lib/clock.ts'
import { as, signedIn, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { serverFunctions } from '#test/endpoints.ts'
import { useEnv } from '#test/env.ts'
import { aBook, aTrashedUser, aUser } from '#test/factories.ts'
import { aBorrower, aCopy, useLending } from '#test/lending.ts'
import { removeFolder } from '#test/remove-folder.ts'
import { mailsTo } from '#test/sign-in/outbox.ts'
import { definitionOf } from './definition-of.ts'
import { procedure, type ProcedureMeta } from './procedure.server.ts'

useDatabase()
useLending()
const folder = join(tmpdir(), `maktaba-taken-back-${process.pid}`)
useEnv({ DATA_DIR: folder })
beforeAll(() => mkdir(join(folder, 'backups'), { recursive: true }))
afterAll(() => removeFolder(folder))

const DAY = 86_400_000

const procedures = Object.entries(api)
  .flatMap(([noun, router]) => Object.entries(router).map(([name, one]) => [`${noun}.${name}`, one] as const))
  .flatMap(([name, one]) => {
    if (!isProcedure(one)) return []
    const { meta, route }: { meta: ProcedureMeta; route: { method?: string } } = definitionOf(one)
    return [{ name, one, takenBack: meta.takenBack, method: route.method }]
  })

const named = (takenBack: string) => procedures.filter((one) => one.takenBack === takenBack).map(({ name }) => name)

const trashedBook = async (owner: SignedInCaller) => {
  const { id, version } = await aBook()
  await owner.call(api.book.remove, { id, version, forGood: false })
  return id
}

const trashedBorrower = async (owner: SignedInCaller) => {
  const { id, version } = await aBorrower()
  await owner.call(api.borrower.remove, { id, version, forGood: false })
  return id
}

const trashedCopy = async (owner: SignedInCaller) => {
  const { id, version } = await aCopy()
  await owner.call(api.copy.remove, { id, version })
  return id
}

/** A backup that is old enough to be deleted. */
const aBackup = async () => {
  const stamp = new Date(now().getTime() - 2 * DAY).toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')
  const name = `${stamp}-nightly.maktaba`
  await writeFile(join(folder, 'backups', name), 'x')
  return name
}

/** The id of a change that keeps something for longer. */
const longer = async (...[before, after]: [SomeLibrarySettings, SomeLibrarySettings]) => {
  await storeLibrarySettings(before)
  return { id: (await storeLibrarySettings(after))?.id }
}

/** For each procedure that no undo takes back, for some inputs at least: inputs of that kind, made anew for each call. */
const INPUTS: Record<string, ((owner: SignedInCaller) => Promise<unknown>)[]> = {
  'backup.remove': [async () => ({ name: await aBackup() })],
  'book.remove': [async () => ({ id: (await aBook()).id, version: 1, forGood: true })],
  'bookBulk.move': [
    async (owner) => {
      const books = { ids: [(await aBook()).id, (await aBook()).id] }
      const { id } = await owner.call(api.bookBulk.create, { books, operation: { kind: 'delete' } })
      return { id, to: 'start', isForGood: true }
    },
  ],
  'bookSample.remove': [
    async () => {
      await db.insert(sampleBook).values([{ bookId: (await aBook()).id }, { bookId: (await aBook()).id }])
      return undefined
    },
  ],
  'bookTrash.remove': [async (owner) => ({ ids: [await trashedBook(owner), await trashedBook(owner)] })],
  'bookTrash.empty': [async (owner) => trashedBook(owner).then(() => ({ until: now() }))],
  'borrower.remove': [
    async () => {
      const { id, version } = await aBorrower()
      return { id, version, forGood: true }
    },
  ],
  'borrowerTrash.remove': [async (owner) => ({ ids: [await trashedBorrower(owner), await trashedBorrower(owner)] })],
  'borrowerTrash.empty': [async (owner) => trashedBorrower(owner).then(() => ({ until: now() }))],
  'copyTrash.remove': [async (owner) => ({ ids: [await trashedCopy(owner), await trashedCopy(owner)] })],
  'copyTrash.empty': [async (owner) => trashedCopy(owner).then(() => ({ until: now() }))],
  'settings.change': [
    async () => ({ trashDays: 29 }),
    async () => ({ securityLogDays: 399 }),
    async () => ({ loanMemoryDays: 0 }),
  ],
  'settings.undo': [
    async () => longer({ trashDays: 30 }, { trashDays: 60 }),
    async () => longer({ loanMemoryDays: 30 }, { loanMemoryDays: null }),
  ],
  'user.remove': [async () => ({ id: (await aUser()).id, forGood: true })],
  'userTrash.remove': [async () => ({ ids: [(await aTrashedUser()).id] })],
  'userTrash.empty': [async () => aTrashedUser().then(() => ({ until: now() }))],
}
const cases = Object.entries(INPUTS).flatMap(([name, inputs]) =>
  inputs.map((makeInput, at) => ({ name: inputs.length > 1 ? `${name} ${at + 1}` : name, of: name, makeInput })),
)

const procedureOf = (name: string): AnyProcedure => {
  const found = procedures.find((one) => one.name === name)
  if (!found) throw new Error(`There is no procedure ${name}`)
  return found.one
}

test('what cannot be taken back is known by name, and each has a row of inputs above', () => {
  expect(named('never').toSorted()).toEqual([
    'backup.remove',
    'bookSample.remove',
    'bookTrash.empty',
    'bookTrash.remove',
    'borrowerTrash.empty',
    'borrowerTrash.remove',
    'copyTrash.empty',
    'copyTrash.remove',
    'userTrash.empty',
    'userTrash.remove',
  ])
  expect(named('by-input').toSorted()).toEqual([
    'book.remove',
    'bookBulk.move',
    'borrower.remove',
    'settings.change',
    'settings.undo',
    'user.remove',
  ])
  expect(Object.keys(INPUTS).toSorted()).toEqual([...named('never'), ...named('by-input')].toSorted())
})

test('what may change something does not compile without an answer; what reads needs none', () => {
  // @ts-expect-error -- it does not say how it is taken back
  procedure('book:delete')
  // @ts-expect-error -- nor does this
  procedure('own', { isMyself: true })
  expect(definitionOf(procedure('book:delete', { takenBack: 'never' })).meta.takenBack).toBe('never')
  expect(definitionOf(procedure('book:read')).meta.takenBack).toBe('nothing')
})

describe('what has nothing to take back', () => {
  test('has all that is read by GET, and no procedure is without an answer', async () => {
    const functions = await serverFunctions()
    const answerOf = new Map<string, string | undefined>(procedures.map(({ name, takenBack }) => [name, takenBack]))
    const got = [
      ...procedures.filter(({ method }) => method === 'GET').map(({ name }) => name),
      ...functions.flatMap(({ method, procedure }) =>
        method === 'GET' && procedure !== undefined ? [procedure.replace('Router.', '.')] : [],
      ),
    ]
    expect(got.length).toBeGreaterThan(50)
    expect(got.filter((name) => answerOf.has(name) && answerOf.get(name) !== 'nothing')).toEqual([])
    expect(procedures.filter(({ takenBack }) => takenBack === undefined)).toEqual([])
  })

  test('and is called by POST, PUT or DELETE, is known by name', async () => {
    const functions = await serverFunctions()
    const sent = new Set(
      functions.flatMap(({ method, procedure }) =>
        method === 'GET' || procedure === undefined ? [] : [procedure.replace('Router.', '.')],
      ),
    )
    const unsafe = procedures.filter(
      ({ name, takenBack, method }) =>
        takenBack === 'nothing' && (sent.has(name) || (method !== undefined && method !== 'GET')),
    )
    // They prepare, try, compare or send something, or make a backup or a draft, which harms nothing.
    expect(unsafe.map(({ name }) => name).toSorted()).toEqual([
      'account.askEmailChange',
      'backup.allowDownload',
      'backup.create',
      'bookBulk.create',
      'bookCover.send',
      'borrowerBulk.preview',
      'calendar.preview',
      'calendar.readFile',
      'classAccount.invite',
      'classAccount.plan',
      'code.reauthenticate',
      'code.sendCode',
      'duplicate.compareAll',
      'health.confirmDate',
      'import.again',
      'import.compare',
      'label.cards',
      'label.ofCopies',
      'lookup.find',
      'passkey.dismissOffer',
      'reminder.send',
      'secondFolder.fill',
      'update.fetch',
      'update.look',
      'update.send',
      'user.sendInvitation',
    ])
  })
})

describe.each(cases)('$name', ({ of, makeInput }) => {
  test('is refused to a session whose last code is 20 days old', async () => {
    const owner = await as('manager')
    const thief = await signedIn(await aUser({ role: 'admin' }), {
      authenticatedAt: new Date(now().getTime() - 20 * DAY),
    })
    await expect(thief.call(procedureOf(of), await makeInput(owner))).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
  })

  test('is told to all admins and stands in the security log when it is done', async () => {
    const [owner, other] = [await as('manager'), await aUser({ role: 'admin' })]
    const input = await makeInput(owner)
    await flushSecurityEvents()
    const isBy = or(eq(securityEvent.userId, owner.user.id), eq(securityEvent.actorId, owner.user.id))
    const before = await db.$count(securityEvent, isBy)
    await owner.call(procedureOf(of), input)
    await flushSecurityEvents()
    expect(await db.$count(securityEvent, isBy)).toBeGreaterThan(before)
    const subjects = async () => (await mailsTo(other.email)).map(({ subject }) => subject)
    await expect.poll(subjects).toContain('A change in the library that you should know of')
  })
})
