import { describe, expect, test } from 'vitest'
import { can, ROLES, STATEMENTS, type Permission } from './permissions.ts'

// Section 6 of the specification, word for word.
const TABLE = [
  [
    'user',
    'create, list, set-role, ban, impersonate, delete, set-password',
    '',
    'create, list, set-role, ban, impersonate, delete, set-password',
  ],
  ['session', 'list, revoke, delete', '', 'list, revoke, delete'],
  ['account', 'read, update', 'update', 'update'],
  ['apps', 'app, manager', 'app', 'app, manager'],
  ['book', 'read, create, update, delete', 'read', 'read, create, update, delete'],
  ['genre', 'read', 'read', 'read'],
] as const

const list = (text: string): string[] => text.split(', ').filter(Boolean)
const permission = (resource: string, action: string) => `${resource}:${action}` as Permission

describe('permissions', () => {
  test.each(TABLE)('%s: as the specification has them', (resource, actions, user, admin) => {
    for (const action of list(actions)) {
      expect([action, can('user', permission(resource, action))]).toEqual([action, list(user).includes(action)])
      expect([action, can('admin', permission(resource, action))]).toEqual([action, list(admin).includes(action)])
    }
  })

  test('contain no action beyond the table except better-auth’s names for an admin’s "all"', () => {
    const named = new Set(
      TABLE.flatMap(([resource, actions]) => list(actions).map((action) => `${resource}:${action}`)),
    )
    const all = TABLE.flatMap(([resource]) => STATEMENTS[resource].map((action) => `${resource}:${action}`))
    expect(all.filter((one) => !named.has(one))).toEqual(['user:get', 'user:update', 'user:set-email'])
    for (const extra of ['user:get', 'user:update', 'user:set-email'] as const)
      expect([can('user', extra), can('admin', extra)]).toEqual([false, true])
    expect(Object.keys(ROLES)).toEqual(['user', 'desk', 'admin'])
  })

  test('of who helps at the desk are those of a user, and the desk', () => {
    const granted = Object.entries(ROLES.desk).flatMap(([resource, actions]) =>
      actions.map((one) => `${resource}:${one}`),
    )
    const ofUsers = Object.entries(ROLES.user).flatMap(([resource, actions]) =>
      actions.map((one) => `${resource}:${one}`),
    )
    expect(granted.toSorted()).toEqual([...ofUsers, 'desk:lend', 'desk:read'].toSorted())
  })

  test.each<[string | null | undefined, boolean]>([
    ['user', false],
    ['desk', false],
    ['desk,user', false],
    ['admin,desk', true],
    ['admin', true],
    ['user,admin', true],
    ['admin,user', true],
    ['user, admin', true],
    [' admin ', true],
    ['guest,admin', true],
    ['user,guest', false],
    ['guest', false],
    ['', false],
    [',', false],
    [null, false],
    [undefined, false],
    ['Admin', false],
    ['administrator', false],
    ['adminuser', false],
    ['admin;user', false],
    ['__proto__', false],
    ['constructor', false],
    ['toString', false],
    ['hasOwnProperty,valueOf', false],
    ['*', false],
  ])('of the roles %j: may create a book: %s', (roles, may) => {
    expect(can(roles, 'book:create')).toBe(may)
  })

  test('that do not exist are granted to nobody', () => {
    for (const odd of ['book:burn', 'book', ':', '__proto__:read', 'constructor:constructor'])
      expect(can('admin', odd as Permission)).toBe(false)
  })
})
