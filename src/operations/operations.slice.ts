import { m } from '#base/i18n/paraglide/messages.js'
import { managerPageCounts } from '#kit/navigation/navigation.slots.ts'
import type { PageSlice } from '#kit/slice.ts'
import { apiKeyLinks } from '#people/api-key/api-key.slots.ts'
import { setupPanels } from './setup/setup.slots.ts'

/** What the pages of whoever runs the library contribute to the navigation and to other pages. */
export const operationsPages: PageSlice = {
  parts: [
    managerPageCounts.with(async () => {
      const { loadPageCounts, PageCount } = await import('./dashboard/shared/page-count.tsx')
      return { Part: PageCount, load: loadPageCounts }
    }),
    apiKeyLinks.with(async () => ({ Part: (await import('./api-docs/shared/api-docs-link.tsx')).ApiDocsLink })),
    setupPanels.with(async () => ({ Part: (await import('./settings/shared/first-steps.tsx')).FirstSteps })),
  ],
  navigation: [
    { to: '/manager/dashboard', icon: 'grid', label: m.nav_dashboard, isFirst: true, needs: 'apps:manager' },
    {
      to: '/manager/settings',
      icon: 'sliders',
      label: m.settings_title,
      group: 'configuration',
      needs: 'settings:read',
    },
    {
      to: '/manager/backups',
      icon: 'archive',
      label: m.backups_title,
      group: 'configuration',
      under: '/manager/settings',
      needs: 'backup:read',
    },
    {
      to: '/docs',
      icon: 'book',
      label: m.docs_title,
      group: 'configuration',
      under: '/manager/settings',
      needs: 'apps:manager',
    },
    {
      to: '/api/docs',
      icon: 'code',
      label: m.nav_api_docs,
      group: 'configuration',
      isDocument: true,
      needs: 'apps:manager',
    },
  ],
}
