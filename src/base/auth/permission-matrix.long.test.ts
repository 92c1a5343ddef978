import { isProcedure, type AnyProcedure } from '@orpc/server'
import { beforeAll, describe, expect, test } from 'vitest'
import { api } from '#api.server.ts'
import { as, type Caller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'
import { useLending } from '#test/lending.ts'
import { NOUNS } from '#nouns.ts'
import { definitionOf } from '#base/rpc/definition-of.ts'
import { can, STATEMENTS, type Permission } from './permissions.ts'

useDatabase()
// While it is off, everybody gets NOT_FOUND.
useLending()

// The access of every procedure. A new procedure needs a row here.
const TABLE: Record<string, string> = {
  'account.askEmailChange': 'own',
  'account.ban': 'anyone',
  'account.changeEmail': 'own',
  'account.current': 'anyone',
  'account.me': 'self',
  'account.onboard': 'onboarding',
  'activity.burst': 'apps:manager',
  'activity.exportFile': 'apps:manager',
  'activity.lines': 'apps:manager',
  'activity.list': 'apps:manager',
  'activity.listActors': 'apps:manager',
  'activity.of': 'apps:manager',
  'activity.recent': 'apps:manager',
  'activity.undo': 'by-subject',
  'activity.lastEntry': 'apps:manager',
  'apiKey.create': 'apps:manager',
  'apiKey.list': 'apps:manager',
  'apiKey.revoke': 'apps:manager',
  'backup.create': 'backup:create',
  'backup.fetch': 'backup:read',
  'backup.list': 'backup:read',
  'backup.allowDownload': 'backup:read',
  'backup.remove': 'backup:delete',
  'backupSheet.get': 'backup:read',
  'backupSheet.renew': 'backup:create',
  'backupSheet.setPhrase': 'backup:create',
  'backupSheet.settle': 'backup:create',
  'backupSheet.words': 'backup:create',
  'book.count': 'book:read',
  'book.create': 'book:create',
  'book.listDuplicates': 'book:create',
  'bookExport.exportFile': 'catalogue:export',
  'book.importedFrom': 'catalogue:import',
  'book.get': 'book:read',
  'book.list': 'book:read',
  'book.listLanguages': 'book:read',
  'book.listLetters': 'book:read',
  'book.listNew': 'book:read',
  'book.listOtherLanguageNames': 'book:create',
  'book.listPage': 'book:read',
  'book.listRelated': 'book:read',
  'book.listSummaries': 'book:read',
  'book.listSimilar': 'book:read',
  'book.nameLanguages': 'book:create',
  'book.remove': 'book:delete',
  'book.suggest': 'book:create',
  'book.update': 'book:update',
  'bookBulk.create': 'book:update',
  'bookBulk.get': 'book:update',
  'bookBulk.move': 'book:update',
  'bookBulk.rows': 'book:update',
  'bookBulk.running': 'book:update',
  'bookCover.get': 'book:read',
  'bookCover.read': 'book:read',
  'bookCover.remove': 'book:update',
  'bookCover.send': 'book:update',
  'bookCover.set': 'book:update',
  'bookDetail.listForReaders': 'book:update',
  'bookDetail.setForReaders': 'book:update',
  'bookHistory.versions': 'apps:manager',
  'bookSample.counts': 'book:delete',
  'bookSample.remove': 'book:delete',
  'bookTrash.count': 'book:delete',
  'bookTrash.empty': 'book:delete',
  'bookTrash.get': 'book:delete',
  'bookTrash.isDeleted': 'book:read',
  'bookTrash.list': 'book:delete',
  'bookTrash.remove': 'book:delete',
  'bookTrash.restore': 'book:delete',
  'borrower.count': 'borrower:read',
  'borrower.create': 'borrower:create',
  'borrower.get': 'borrower:read',
  'borrower.link': 'borrower:update',
  'borrower.list': 'borrower:read',
  'borrower.listPage': 'borrower:read',
  'borrower.remove': 'borrower:delete',
  'borrower.update': 'borrower:update',
  'borrowerBulk.create': 'borrower:update',
  'borrowerBulk.get': 'borrower:update',
  'borrowerBulk.move': 'borrower:update',
  'borrowerBulk.preview': 'borrower:update',
  'borrowerBulk.rows': 'borrower:update',
  'borrowerBulk.running': 'borrower:update',
  'borrowerMerge.merge': 'borrower:update',
  'borrowerGroup.create': 'borrower:create',
  'borrowerGroup.get': 'borrower:read',
  'borrowerGroup.list': 'borrower:read',
  'borrowerGroup.remove': 'borrower:delete',
  'borrowerGroup.update': 'borrower:update',
  'borrowerTrash.count': 'borrower:delete',
  'borrowerTrash.empty': 'borrower:delete',
  'borrowerTrash.get': 'borrower:delete',
  'borrowerTrash.list': 'borrower:delete',
  'borrowerTrash.remove': 'borrower:delete',
  'borrowerTrash.restore': 'borrower:delete',
  'copy.count': 'copy:read',
  'classList.change': 'borrower:create',
  'classList.get': 'borrower:create',
  'classList.rows': 'borrower:create',
  'copy.create': 'copy:create',
  'copy.createMany': 'copy:create',
  'copy.get': 'copy:read',
  'copy.list': 'copy:read',
  'copy.listOfBook': 'copy:read',
  'copy.listPage': 'copy:read',
  'copy.places': 'copy:read',
  'copy.remove': 'copy:delete',
  'copy.update': 'copy:update',
  'copyBulk.create': 'copy:update',
  'copyBulk.get': 'copy:update',
  'copyBulk.move': 'copy:update',
  'copyBulk.rows': 'copy:update',
  'copyBulk.running': 'copy:update',
  'copyTrash.count': 'copy:delete',
  'copyTrash.empty': 'copy:delete',
  'copyTrash.get': 'copy:delete',
  'copyTrash.list': 'copy:delete',
  'copyTrash.remove': 'copy:delete',
  'copyTrash.restore': 'copy:delete',
  'classAccount.cards': 'user:update',
  'classAccount.invite': 'user:create',
  'classAccount.last': 'borrower:update',
  'classAccount.plan': 'borrower:update',
  'classAccount.start': 'user:create',
  'classAccount.undo': 'user:delete',
  'classSet.get': 'loan:read',
  'classSet.list': 'loan:read',
  'classSet.ofBook': 'loan:read',
  'classSet.ofBorrower': 'loan:read',
  'corner.done': 'anyone',
  'corner.end': 'desk:lend',
  'corner.list': 'desk:lend',
  'corner.open': 'desk:lend',
  'corner.scan': 'anyone',
  'corner.state': 'anyone',
  'corner.unlock': 'desk:lend',
  'desk.addCopy': 'copy:create',
  'desk.dealWith': 'desk:lend',
  'desk.leave': 'desk:lend',
  'desk.lendClassSet': 'loan:update',
  'desk.moveClassSet': 'loan:update',
  'desk.renew': 'desk:lend',
  'desk.returnClassSet': 'loan:update',
  'desk.scan': 'desk:lend',
  'desk.today': 'desk:read',
  'desk.undo': 'desk:lend',
  'holdList.cancel': 'loan:update',
  'holdList.page': 'loan:read',
  'holdList.restore': 'loan:update',
  'hold.create': 'loan:update',
  'hold.list': 'loan:read',
  'hold.remove': 'loan:update',
  'hold.restore': 'loan:update',
  'label.cards': 'borrower:read',
  'label.ofCopies': 'copy:read',
  'loan.list': 'loan:read',
  'loan.exportFile': 'loan:read',
  'loan.lose': 'loan:update',
  'loan.ofBorrower': 'loan:read',
  'loan.settle': 'loan:update',
  'loan.unsettle': 'loan:update',
  'mailServer.change': 'settings:update',
  'mailServer.remove': 'settings:update',
  'overdue.exportFile': 'loan:read',
  'overdue.list': 'loan:read',
  'code.sendCode': 'own',
  'code.reauthenticate': 'own',
  'dashboard.figures': 'apps:manager',
  'duplicate.compareAll': 'catalogue:merge',
  'duplicate.state': 'catalogue:merge',
  'duplicate.dismiss': 'catalogue:merge',
  'duplicate.list': 'catalogue:merge',
  'duplicate.merge': 'catalogue:merge',
  'duplicate.mergesOfBook': 'catalogue:merge',
  'duplicate.ofBook': 'catalogue:merge',
  'duplicate.restore': 'catalogue:merge',
  'duplicate.split': 'catalogue:merge',
  'genre.addUsual': 'catalogue:genres',
  'genre.create': 'catalogue:genres',
  'genre.list': 'genre:read',
  'genre.get': 'genre:read',
  'genre.listNamed': 'catalogue:genres',
  'genre.merge': 'catalogue:genres',
  'genre.remove': 'catalogue:genres',
  'genre.update': 'catalogue:genres',
  'health.confirmDate': 'settings:update',
  'health.examine': 'settings:read',
  'health.saveReport': 'settings:read',
  'import.again': 'catalogue:import',
  'import.change': 'catalogue:import',
  'import.compare': 'catalogue:import',
  'import.create': 'catalogue:import',
  'import.expectedUndo': 'catalogue:import',
  'import.get': 'catalogue:import',
  'import.list': 'catalogue:import',
  'import.move': 'catalogue:import',
  'import.refused': 'catalogue:import',
  'import.rows': 'catalogue:import',
  'import.start': 'catalogue:import',
  'import.state': 'catalogue:import',
  'import.undo': 'catalogue:import',
  'importLookup.count': 'catalogue:import',
  'importLookup.start': 'catalogue:import',
  'lookup.find': 'book:create',
  'lookup.listSources': 'book:create',
  'ownLoan.cancel': 'own',
  'ownLoan.list': 'own',
  'ownLoan.ofBook': 'book:read',
  'ownLoan.renew': 'own',
  'ownLoan.reserve': 'own',
  'ownLoan.restore': 'own',
  'passkey.dismissOffer': 'apps:manager',
  'passkey.isOffered': 'apps:manager',
  'passkey.list': 'own',
  'passkey.remove': 'own',
  'passkey.removeLost': 'own',
  'passkey.rename': 'own',
  'security.list': 'security:read',
  'security.listOwn': 'own',
  'session.list': 'session:list',
  'session.listOwn': 'own',
  'session.revoke': 'session:revoke',
  'session.revokeAll': 'session:revoke',
  'session.revokeOwn': 'own',
  'secondFolder.choose': 'settings:update',
  'secondFolder.fill': 'backup:create',
  'secondFolder.pluggedIn': 'settings:read',
  'secondFolder.stop': 'settings:update',
  'reminder.job': 'settings:update',
  'reminder.letters': 'loan:read',
  'reminder.mails': 'loan:read',
  'reminder.ofBorrower': 'loan:read',
  'reminder.notPrinted': 'loan:update',
  'reminder.printed': 'loan:update',
  'reminder.send': 'loan:update',
  'reminder.stop': 'loan:update',
  'settings.change': 'settings:update',
  'settings.list': 'settings:read',
  'settings.undo': 'settings:update',
  'signInCard.get': 'user:get',
  'signInCard.give': 'user:update',
  'signInCard.ofSession': 'onboarding',
  'signInCard.revoke': 'user:update',
  'statistics.exportFile': 'loan:read',
  'statistics.get': 'loan:read',
  'statistics.month': 'loan:read',
  'update.begin': 'settings:update',
  'update.fetch': 'settings:update',
  'update.look': 'settings:update',
  'update.send': 'settings:update',
  'update.status': 'settings:read',
  'user.ban': 'user:ban',
  'user.count': 'user:list',
  'user.create': 'user:create',
  'user.get': 'user:get',
  'user.impersonate': 'user:impersonate',
  'user.invitationText': 'user:create',
  'user.list': 'user:list',
  'user.listPage': 'user:list',
  'user.remove': 'user:delete',
  'user.sendInvitation': 'user:create',
  'user.stopImpersonating': 'onboarding',
  'user.unban': 'user:ban',
  'user.update': 'user:update',
  'userHistory.versions': 'user:get',
  'userTrash.count': 'user:delete',
  'userTrash.empty': 'user:delete',
  'userTrash.get': 'user:delete',
  'userTrash.list': 'user:delete',
  'userTrash.remove': 'user:delete',
  'userTrash.restore': 'user:delete',
  'stocktake.close': 'copy:update',
  'stocktake.countAgain': 'copy:update',
  'stocktake.expected': 'copy:read',
  'stocktake.exportFile': 'copy:read',
  'stocktake.fix': 'copy:update',
  'stocktake.get': 'copy:read',
  'stocktake.getFix': 'copy:read',
  'stocktake.latest': 'copy:read',
  'stocktake.leftRows': 'copy:read',
  'stocktake.list': 'copy:read',
  'stocktake.listRows': 'copy:read',
  'stocktake.read': 'copy:read',
  'stocktake.remove': 'copy:update',
  'stocktake.reopen': 'copy:update',
  'stocktake.rows': 'copy:read',
  'stocktake.scan': 'copy:update',
  'stocktake.start': 'copy:update',
  'stocktake.takeBack': 'copy:update',
  'stocktake.undo': 'copy:update',
  'calendar.apply': 'borrower:update',
  'calendar.get': 'borrower:read',
  'calendar.open': 'borrower:update',
  'calendar.preview': 'borrower:update',
  'calendar.readFile': 'borrower:update',
  'certificate.list': 'loan:read',
  'dueDays.apply': 'loan:update',
  'dueDays.last': 'loan:update',
  'dueDays.preview': 'loan:update',
  'dueDays.undo': 'loan:update',
  'yearEnd.get': 'borrower:update',
  'yearEnd.owing': 'borrower:update',
  'yearEnd.preview': 'borrower:update',
  'yearEnd.pupils': 'borrower:update',
  'yearEnd.rows': 'borrower:update',
  'yearEnd.start': 'borrower:update',
  'yearEnd.undo': 'borrower:update',
}

// What the usual procedures of a noun ask for: a noun that no row of TABLE is about needs none.
const USUAL: Record<string, string> = {
  list: 'read',
  listPage: 'read',
  count: 'read',
  get: 'read',
  create: 'create',
  update: 'update',
  remove: 'delete',
}
const SPECIFIED = new Set(Object.keys(TABLE).map((name) => name.split('.')[0]))

const accessOf = (name: string): string => {
  const [noun = '', one = ''] = name.split('.')
  return TABLE[name] ?? (SPECIFIED.has(noun) ? 'a row of the table' : `${noun}:${USUAL[one]}`)
}

// Section 6 of the specification, the column of role user; admins have the rest too. Nouns beyond it say it themselves.
const READ_BESIDE = Object.keys(NOUNS).filter(
  (noun) => !SPECIFIED.has(noun) && can('user', `${noun}:read` as Permission),
)
const READERS = new Set([
  'account:update',
  'apps:app',
  'book:read',
  'genre:read',
  ...READ_BESIDE.map((noun) => `${noun}:read`),
])
const KNOWN_TO_READERS = new Set(['account', 'apps', 'book', 'genre', ...READ_BESIDE])

// Beyond the specification, and all that who helps at the desk may do beside that.
const HELPERS = new Set(['desk:read', 'desk:lend'])

/** What a reader is answered. */
function asReader(access: string): string {
  const [resource = '', action] = access.split(':')
  if (action === undefined || READERS.has(access)) return ''
  return KNOWN_TO_READERS.has(resource) ? 'ACTION_NOT_ALLOWED' : 'RESOURCE_NOT_ALLOWED'
}
const asHelper = (access: string): string => (HELPERS.has(access) ? '' : asReader(access))

/** The expected error code of an access for a caller; '' if it is granted. */
const RULES: Record<string, (access: string) => string> = {
  visitor: (access) => (access === 'anyone' ? '' : 'UNAUTHORIZED'),
  banned: (access) => (access === 'anyone' ? '' : 'UNAUTHORIZED'),
  'banned admin': (access) => (access === 'anyone' ? '' : 'UNAUTHORIZED'),
  'not onboarded': (access) => (access === 'anyone' || access === 'onboarding' ? '' : 'NOT_ONBOARDED'),
  'admin, not onboarded': (access) => (access === 'anyone' || access === 'onboarding' ? '' : 'NOT_ONBOARDED'),
  reader: asReader,
  desk: asHelper,
  'desk,user': asHelper,
  'desk, banned': (access) => (access === 'anyone' ? '' : 'UNAUTHORIZED'),
  'desk, not onboarded': (access) => (access === 'anyone' || access === 'onboarding' ? '' : 'NOT_ONBOARDED'),
  'of a role that nobody knows': (access) => (access.includes(':') ? 'RESOURCE_NOT_ALLOWED' : ''),
  admin: () => '',
  'user,admin': () => '',
}
const MAKE: Record<keyof typeof RULES, () => Promise<Caller>> = {
  visitor: () => as('stranger'),
  banned: () => as('reader', { banned: true }),
  'banned admin': () => as('manager', { banned: true }),
  'not onboarded': () => as('newcomer'),
  'admin, not onboarded': () => as('newcomer', { role: 'admin' }),
  reader: () => as('reader'),
  desk: () => as('helper'),
  'desk,user': () => as('helper', { role: 'desk,user' }),
  'desk, banned': () => as('helper', { banned: true }),
  'desk, not onboarded': () => as('newcomer', { role: 'desk' }),
  'of a role that nobody knows': () => as('reader', { role: 'guest' }),
  admin: () => as('manager'),
  'user,admin': () => as('reader', { role: 'user,admin' }),
}
beforeAll(() => aUser({ role: 'admin' }))

const isGroup = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
function proceduresIn(value: unknown, name: string): [string, AnyProcedure][] {
  if (isProcedure(value)) return [[name, value]]
  if (!isGroup(value)) throw new Error(`${name} is neither a procedure nor a group of them`)
  return Object.entries(value).flatMap(([key, part]) => proceduresIn(part, name === '' ? key : `${name}.${key}`))
}
const procedures = proceduresIn(api, '').toSorted(([one], [other]) => (one < other ? -1 : 1))

const REFUSALS = new Set(['UNAUTHORIZED', 'NOT_ONBOARDED', 'FORBIDDEN', 'ACTION_NOT_ALLOWED', 'RESOURCE_NOT_ALLOWED'])

/** The access error of a call without input; '' for any other outcome, which means that access was granted. */
async function refusalOf(caller: Caller, procedure: AnyProcedure): Promise<string> {
  try {
    await caller.call(procedure, undefined)
    return ''
  } catch (error) {
    const code = isGroup(error) && typeof error.code === 'string' ? error.code : String(error)
    return REFUSALS.has(code) ? code : ''
  }
}

/** Callers whom nothing but refusals have met: a call that was let in may have changed who they are. */
const untouched = new Map<string, Caller>()
async function answerTo(who: string, make: () => Promise<Caller>, procedure: AnyProcedure): Promise<string> {
  const caller = untouched.get(who) ?? (await make())
  untouched.delete(who)
  const refusal = await refusalOf(caller, procedure)
  if (refusal !== '') untouched.set(who, caller)
  return refusal
}

describe('every procedure', () => {
  test('is in the table with the permission that it declares', () => {
    const named = procedures.map(([name, procedure]) => [name, definitionOf(procedure).meta.access])
    expect(Object.fromEntries(named)).toEqual({
      ...TABLE,
      ...Object.fromEntries(procedures.map(([name]) => [name, accessOf(name)])),
    })
  })

  test('requires a permission of section 6 of the specification', () => {
    const stated = Object.entries(STATEMENTS).flatMap(([noun, actions]) => actions.map((one) => `${noun}:${one}`))
    const known = ['anyone', 'self', 'own', 'by-subject', 'onboarding', ...stated]
    for (const [name, access] of Object.entries(TABLE)) expect(known, name).toContain(access)
  })

  test.each(procedures)('%s lets in whom its permission lets in, and nobody else', async (name, procedure) => {
    const access = accessOf(name)
    const answers: Record<string, string> = {}
    for (const [who, make] of Object.entries(MAKE)) answers[who] = await answerTo(who, make, procedure)
    expect(answers).toEqual(Object.fromEntries(Object.entries(RULES).map(([who, rule]) => [who, rule(access)])))
  })
})
