import type { Noun } from '#lib/noun.ts'

export const userNoun = {
  // `get`, `update` and `set-email` are names of better-auth.
  actions: {
    list: 'admin',
    get: 'admin',
    create: 'admin',
    update: 'admin',
    'set-role': 'admin',
    'set-email': 'admin',
    ban: 'admin',
    delete: 'admin',
    impersonate: 'admin',
    'set-password': 'admin',
  },
  notForKeys: ['set-role', 'set-email', 'impersonate', 'set-password'],
  label: 'later',
  manager: { to: '/manager/users', icon: 'users', group: 'configuration' },
  recorded: ['restore', 'delete-for-good', 'onboard', 'verify', 'set-role', 'ban', 'unban'],
} as const satisfies Noun
