import { m } from '#base/i18n/paraglide/messages.js'
import type { Noun } from '#base/lib/noun.ts'

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
  label: m.nav_users,
  manager: { to: '/manager/users', icon: 'users', group: 'configuration' },
  recorded: ['restore', 'delete-for-good', 'onboard', 'verify', 'set-role', 'ban', 'unban'],
} as const satisfies Noun
