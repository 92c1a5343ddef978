import { m } from '#i18n/paraglide/messages.js'
import type { Noun } from '#lib/noun.ts'

export const settingsNoun = {
  // Not for API keys: what is set says how the server can be reached and by whom.
  actions: { read: 'admin', update: 'admin' },
  manager: {
    to: '/manager/settings',
    icon: 'sliders',
    group: 'configuration',
    label: m.settings_title,
    needs: 'settings:read',
  },
} as const satisfies Noun
