import { m } from '#base/i18n/paraglide/messages.js'
import type { PageSlice } from './slice.ts'

/** What any product contributes to its pages. */
export const kitPages: PageSlice = {
  navigation: [
    {
      to: '/manager/activity',
      icon: 'clock',
      label: m.activity_title,
      group: 'configuration',
      under: '/manager/settings',
      needs: 'apps:manager',
    },
  ],
}
