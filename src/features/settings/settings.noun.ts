import type { Noun } from '#lib/noun.ts'

export const settingsNoun = {
  // Not for API keys: what is set says how the server can be reached and by whom.
  actions: { read: 'admin', update: 'admin' },
  manager: {
    to: '/manager/settings',
    icon: 'sliders',
    group: 'configuration',
    needs: 'settings:read',
  },
} as const satisfies Noun
