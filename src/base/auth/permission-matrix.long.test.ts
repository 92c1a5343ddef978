import { isProcedure, type AnyProcedure } from '@orpc/server'
import { beforeAll, describe, expect, test } from 'vitest'
import { api } from '#api.server.ts'
import { as, type Caller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'
import { useLending } from '#test/lending.ts'
import { NOUNS } from '#nouns.ts'
import { definitionOf } from '#base/rpc/definition-of.ts'
import { TABLE } from './permission-table.test-kit.ts'
import { can, STATEMENTS, type Permission } from './permissions.ts'

useDatabase()
// While it is off, everybody gets NOT_FOUND.
useLending()

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
